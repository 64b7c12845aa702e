#include "capacity/key_template.h"

#include <algorithm>

namespace stator::capacity {
namespace {

using Kind = KeyToken::Kind;

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
// Joins words, and words with numbers.
bool IsJoint(char c) { return c == '_' || c == '-'; }
// Data may have these in itself, as times and paths do.
bool IsSoft(char c) { return c == ':' || c == '/' || c == '~'; }

Kind KindOfWord(std::string_view word, bool first_of_several) {
  const auto upper = std::ranges::count_if(word, IsUpper);
  const auto lower = std::ranges::count_if(word, IsLower);
  return first_of_several || upper > lower ? Kind::kConstant : Kind::kName;
}

// What stands for data in a template, so that a template is its own.
bool IsNumber(std::string_view text) {
  return text == kTemplateData || std::ranges::all_of(text, IsDigit);
}

// Letters and joints, then perhaps a number; anything else is data.
KeyToken Classify(std::string_view part, bool first_of_several) {
  std::size_t letters = 0;
  while (letters < part.size() &&
         (IsUpper(part[letters]) || IsLower(part[letters]) || IsJoint(part[letters]))) {
    ++letters;
  }
  const std::string_view word = part.substr(0, letters);
  const bool begins_well = !word.empty() && !IsJoint(word.front());
  const bool numbered = letters < part.size();
  if (!begins_well || letters > kTemplateWordBytesMax || !IsNumber(part.substr(letters))) {
    return {.kind = Kind::kData};
  }
  return {
      .kind = KindOfWord(word, first_of_several && !numbered), .word = word, .numbered = numbered};
}

// Nothing follows a separator at the end: "ORDER#" is a constant and no data.
KeyToken TokenOf(std::string_view part, std::size_t place, char separator) {
  KeyToken token = Classify(part, place == 0 && separator != 0);
  token.separator = separator;
  return token;
}

// Data that goes on behind a separator which it may have in itself.
bool GoesOn(const std::vector<KeyToken>& tokens, const KeyToken& token) {
  return !tokens.empty() && tokens.back().kind == Kind::kData && token.kind == Kind::kData &&
         IsSoft(tokens.back().separator);
}

}  // namespace

bool IsSeparator(char c) { return c == '#' || c == '|' || c == ':' || c == '/' || c == '~'; }

void SplitKey(std::string_view text, std::vector<KeyToken>& tokens) {
  tokens.clear();
  while (!text.empty()) {
    if (tokens.size() + 1 == kTemplateTokensMax) {
      tokens.push_back({.kind = Kind::kData});
      return;
    }
    const auto end =
        static_cast<std::size_t>(std::ranges::find_if(text, IsSeparator) - text.begin());
    const char separator = end < text.size() ? text[end] : '\0';
    const KeyToken token = TokenOf(text.substr(0, end), tokens.size(), separator);
    if (GoesOn(tokens, token)) {
      tokens.back().separator = separator;
    } else {
      tokens.push_back(token);
    }
    text.remove_prefix(std::min(text.size(), end + 1));
  }
}

}  // namespace stator::capacity
