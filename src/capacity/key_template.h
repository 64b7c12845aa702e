#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Keys of single-table designs mix words of the design, "ORDER", with data, "4711". SplitKey
// distinguishes them by how they look.
namespace stator::capacity {

// Tokens of one key. The rest of a longer key counts as data.
inline constexpr std::size_t kTemplateTokensMax = 8;
// A longer word counts as data.
inline constexpr std::size_t kTemplateWordBytesMax = 32;

// Represents data in a template.
inline constexpr std::string_view kTemplateData = "*";

// Whether `c` is one of # | : / and ~.
bool IsSeparator(char c);

// One part of a key.
struct KeyToken {
  // kConstant: a word as designs write it, "SHIPPED", or the word before the first '#'.
  // kName: another word, "alice". PatternTree turns it into data once it sees many at one place.
  enum class Kind : std::uint8_t { kData, kConstant, kName };
  Kind kind = Kind::kData;
  std::string_view word;  // the kept part, without the separator
  bool numbered = false;  // data follows directly: "shard-" of "shard-7"
  char separator = 0;     // the separator after the part; 0: the key ends
  bool operator==(const KeyToken&) const = default;
};

// Holds at most kTemplateTokensMax tokens without allocating, since every request splits its keys.
class KeyTokens {
 public:
  // REQUIRES: size() < kTemplateTokensMax.
  void Add(const KeyToken& token) { tokens_[size_++] = token; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const KeyToken* begin() const { return tokens_.data(); }
  const KeyToken* end() const { return tokens_.data() + size_; }
  const KeyToken& front() const { return tokens_.front(); }
  KeyToken& back() { return tokens_[size_ - 1]; }

 private:
  std::array<KeyToken, kTemplateTokensMax> tokens_;
  std::size_t size_ = 0;
};

// Splits "CUST#4711#SHIPPED" into CUST#, data# and SHIPPED. Data that contains : / or ~ is one
// token, such as a date with its time or a path. Accepts any bytes; an empty text has no tokens.
// Lifetime: the tokens are views into `text`.
KeyTokens SplitKey(std::string_view text);

}  // namespace stator::capacity
