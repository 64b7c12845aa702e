#include "capacity/key_template.h"

#include <algorithm>
#include <array>

namespace stator::capacity {
namespace {

using Kind = KeyToken::Kind;

// Classes of characters. A table lookup is used because every request classifies all characters of
// its keys.
enum Class : std::uint8_t {
  kUpper = 1,
  kLower = 2,
  kDigit = 4,
  kJoint = 8,  // joins words, and words with numbers
  kParts = 16,
  kSoft = 32,  // a separator that may occur inside data, as in times and paths
};

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  const auto set = [&classes](std::string_view characters, unsigned value) {
    for (const char c : characters) {
      classes[static_cast<unsigned char>(c)] = static_cast<std::uint8_t>(value);
    }
  };
  set("ABCDEFGHIJKLMNOPQRSTUVWXYZ", kUpper);
  set("abcdefghijklmnopqrstuvwxyz", kLower);
  set("0123456789", kDigit);
  set("_-", kJoint);
  set("#|", kParts);
  set(":/~", kParts | kSoft);
  return classes;
}();

bool Is(char c, unsigned wanted) { return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0; }

// Accepts the template's symbol for data too, so that splitting a template gives the same template.
bool IsNumber(std::string_view text) {
  return text == kTemplateData || std::ranges::all_of(text, [](char c) { return Is(c, kDigit); });
}

// A word is letters and joints, optionally followed by a number. Anything else is data.
KeyToken Classify(std::string_view part, bool first_of_several) {
  std::size_t letters = 0;
  std::ptrdiff_t upper = 0;  // upper-case letters minus lower-case letters
  for (; letters < part.size() && Is(part[letters], kUpper | kLower | kJoint); ++letters) {
    upper += (Is(part[letters], kUpper) ? 1 : 0) - (Is(part[letters], kLower) ? 1 : 0);
  }
  const std::string_view word = part.substr(0, letters);
  const bool begins_well = !word.empty() && !Is(word.front(), kJoint);
  const bool numbered = letters < part.size();
  if (!begins_well || letters > kTemplateWordBytesMax || !IsNumber(part.substr(letters))) {
    return {.kind = Kind::kData};
  }
  const bool constant = (first_of_several && !numbered) || upper > 0;
  return {.kind = constant ? Kind::kConstant : Kind::kName, .word = word, .numbered = numbered};
}

// No token follows a final separator: "ORDER#" is one constant and has no data.
KeyToken TokenOf(std::string_view part, std::size_t place, char separator) {
  KeyToken token = Classify(part, place == 0 && separator != 0);
  token.separator = separator;
  return token;
}

// Whether `token` continues the data in `last` across a separator that may occur inside data.
bool GoesOn(const KeyToken& last, const KeyToken& token) {
  return last.kind == Kind::kData && token.kind == Kind::kData && Is(last.separator, kSoft);
}

}  // namespace

bool IsSeparator(char c) { return Is(c, kParts); }

KeyTokens SplitKey(std::string_view text) {
  KeyTokens tokens;
  while (!text.empty()) {
    if (tokens.size() + 1 == kTemplateTokensMax) {
      tokens.Add({.kind = Kind::kData});
      break;
    }
    std::size_t end = 0;
    while (end < text.size() && !Is(text[end], kParts)) ++end;
    const char separator = end < text.size() ? text[end] : '\0';
    const KeyToken token = TokenOf(text.substr(0, end), tokens.size(), separator);
    if (!tokens.empty() && GoesOn(tokens.back(), token)) {
      tokens.back().separator = separator;
    } else {
      tokens.Add(token);
    }
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return tokens;
}

}  // namespace stator::capacity
