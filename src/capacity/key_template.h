#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Keys of single-table designs have words of the design in them, "ORDER", and data, "4711". Here
// they are told apart by how they look.
namespace stator::capacity {

// Of one key's text; what is behind counts as data.
inline constexpr std::size_t kTemplateTokensMax = 8;
// A longer one is data.
inline constexpr std::size_t kTemplateWordBytesMax = 32;

// What stands for data in a template.
inline constexpr std::string_view kTemplateData = "*";

// # | : / and ~
bool IsSeparator(char c);

struct KeyToken {
  // kConstant: as designs write them, "SHIPPED" or what stands before the first '#'.
  // kName: letters all the same, "alice"; one that is seen with many others is data after all.
  enum class Kind : std::uint8_t { kData, kConstant, kName };
  Kind kind = Kind::kData;
  std::string_view word;  // the part that is kept, without what separates it from the next
  bool numbered = false;  // data follows it directly: "shard-" of "shard-7"
  char separator = 0;     // what follows; 0: the end
  bool operator==(const KeyToken&) const = default;
};

// At most kTemplateTokensMax of them, without memory of their own: every request is split so.
class KeyTokens {
 public:
  // REQUIRES: there is room.
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

// "CUST#4711#SHIPPED" -> CUST#, data#, SHIPPED. Data around one of : / and ~ is one piece: a date
// with its time, a path. Takes any bytes. What it returns leans on `text`; an empty text has none.
KeyTokens SplitKey(std::string_view text);

}  // namespace stator::capacity
