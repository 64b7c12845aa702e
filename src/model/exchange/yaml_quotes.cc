#include "model/exchange/yaml_quotes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace stator::model {
namespace {

constexpr std::string_view kEscapeUnknown = "an escape is not known.";
constexpr std::uint32_t kCodeMax = 0x10FFFF;

constexpr bool IsHigh(std::uint32_t code) { return code >= 0xD800 && code < 0xDC00; }
constexpr bool IsLow(std::uint32_t code) { return code >= 0xDC00 && code < 0xE000; }

// Escapes that stand for one character each.
constexpr std::array<std::pair<char, std::string_view>, 18> kEscapes{
    {{'0', std::string_view("\0", 1)},
     {'a', "\a"},
     {'b', "\b"},
     {'t', "\t"},
     {'\t', "\t"},
     {'n', "\n"},
     {'v', "\v"},
     {'f', "\f"},
     {'r', "\r"},
     {'e', "\x1B"},
     {' ', " "},
     {'"', "\""},
     {'/', "/"},
     {'\\', "\\"},
     {'N', "\xC2\x85"},
     {'_', "\xC2\xA0"},
     {'L', "\xE2\x80\xA8"},
     {'P', "\xE2\x80\xA9"}}};

void AppendUtf8(std::uint32_t code, std::string& out) {
  const auto tail = [&](std::uint32_t bits) { out += static_cast<char>(0x80U | (bits & 0x3FU)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U));
    tail(code);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12U));
    tail(code >> 6U);
    tail(code);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U));
    tail(code >> 12U);
    tail(code >> 6U);
    tail(code);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view scalar) : scalar_(scalar) {}

  Unquoted Run() {
    const char quote = scalar_.front();
    for (at_ = 1; at_ < scalar_.size(); ++at_) {
      const char letter = scalar_[at_];
      const bool doubled = quote == '\'' && scalar_.substr(at_).starts_with("''");
      if (letter == quote && !doubled) return End();
      if (doubled) ++at_;
      if (quote != '"' || letter != '\\') {
        result_.text += letter;
      } else if (!Escape()) {
        return {.wrong = kEscapeUnknown};
      }
    }
    return {.wrong = "a quoted text does not end on its line."};
  }

 private:
  Unquoted End() {
    if (at_ + 1 < scalar_.size()) return {.wrong = "something follows a quoted text."};
    return std::move(result_);
  }

  // At the backslash; then at the last letter of the escape.
  bool Escape() {
    if (++at_ >= scalar_.size()) return false;
    const char letter = scalar_[at_];
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (digits > 0) return Code(digits);
    const auto found =
        std::ranges::find(kEscapes, letter, &std::pair<char, std::string_view>::first);
    if (found == kEscapes.end()) return false;
    result_.text += found->second;
    return true;
  }

  bool Code(std::size_t digits) {
    auto code = Number(digits);
    // As JSON writes what UTF-16 has two units for.
    if (IsHigh(code) && scalar_.substr(at_ + 1).starts_with("\\u")) {
      at_ += 2;
      const auto low = Number(4);
      if (!IsLow(low)) return false;
      code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
    }
    if (code > kCodeMax || IsHigh(code) || IsLow(code)) return false;
    AppendUtf8(code, result_.text);
    return true;
  }

  // Of the digits behind the letter; more than any code if they are none.
  std::uint32_t Number(std::size_t digits) {
    const auto text = scalar_.substr(at_ + 1, digits);
    std::uint32_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, number, 16);
    if (text.size() < digits || error != std::errc() || read != end) return kCodeMax + 1;
    at_ += digits;
    return number;
  }

  std::string_view scalar_;
  std::size_t at_ = 0;
  Unquoted result_;
};

}  // namespace

Unquoted Unquote(std::string_view scalar) {
  const bool quoted = scalar.starts_with('"') || scalar.starts_with('\'');
  return quoted ? Reader(scalar).Run() : Unquoted{.text = std::string(scalar)};
}

}  // namespace stator::model
