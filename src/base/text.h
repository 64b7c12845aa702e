#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

// Texts of ASCII: letters, digits, blanks, separators and numbers. No function here looks at the
// locale, and bytes above 0x7F are neither letters nor digits. Abseil's strings library has all of
// this and much more; it is not worth a dependency.
namespace stator {

constexpr bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool IsUpper(char letter) { return letter >= 'A' && letter <= 'Z'; }
constexpr bool IsLower(char letter) { return letter >= 'a' && letter <= 'z'; }
constexpr bool IsLetter(char letter) { return IsUpper(letter) || IsLower(letter); }
constexpr bool IsLetterOrDigit(char letter) { return IsLetter(letter) || IsDigit(letter); }
constexpr char ToUpper(char letter) {
  return IsLower(letter) ? static_cast<char>(letter - 'a' + 'A') : letter;
}
constexpr char ToLower(char letter) {
  return IsUpper(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// At least one digit, and nothing else.
bool AreDigits(std::string_view text);

std::string UpperText(std::string_view text);
std::string LowerText(std::string_view text);

inline constexpr std::string_view kBlanks = " \t\r\n";

// Without `blanks` at both ends. Lifetime: the result leans on `text`.
std::string_view Trimmed(std::string_view text, std::string_view blanks = kBlanks);

// The parts between separators, of which there is one more than there are separators: an empty
// text has one empty part. Lifetime: the parts lean on `text`.
std::vector<std::string_view> SplitAt(char separator, std::string_view text);

// The parts that `blanks` separate, none of them empty. Lifetime: the words lean on `text`.
std::vector<std::string_view> WordsIn(std::string_view text, std::string_view blanks = kBlanks);

// Formats "1 table", "2 tables". `plural` is for nouns that do not take an s: "entries".
template <std::integral T>
std::string Counted(T count, std::string_view noun, std::string_view plural = {}) {
  std::string text = std::to_string(count) + ' ';
  if (count == 1) return text.append(noun);
  return plural.empty() ? text.append(noun).append("s") : text.append(plural);
}

// The whole text as a number in plain notation, without blanks or a plus; nullopt if it is none, or
// does not fit T. Doubles may have an exponent, and may be "inf" or "nan".
template <class T>
std::optional<T> ParseNumber(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace stator
