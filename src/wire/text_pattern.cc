#include "wire/text_pattern.h"

#include <algorithm>

#include "base/text.h"

namespace stator::wire {
namespace {

bool IsControl(char c) { return (c >= 0 && c < ' ') || c == 0x7F; }

// Matches U+0080 to U+009F, in UTF-8.
bool HasHighControl(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '\xC2' && static_cast<unsigned char>(text[i + 1]) <= 0x9F) return true;
  }
  return false;
}

// Removes the text before the next `mark`, and the mark, and returns it; empty if there is none.
std::string_view Cut(std::string_view& text, char mark) {
  const auto end = text.find(mark);
  if (end == text.npos) return {};
  const auto part = text.substr(0, end);
  text.remove_prefix(end + 1);
  return part;
}

}  // namespace

bool IsName(std::string_view text) {
  const auto fits = [](char c) { return IsLetterOrDigit(c) || c == '_' || c == '.' || c == '-'; };
  return !text.empty() && std::ranges::all_of(text, fits);
}

bool IsXml(std::string_view text) {
  const auto fits = [](char c) { return c < 0 || c >= ' ' || c == '\t' || c == '\r' || c == '\n'; };
  // U+FFFE and U+FFFF are no XML characters.
  return std::ranges::all_of(text, fits) && text.find("\xEF\xBF\xBE") == text.npos &&
         text.find("\xEF\xBF\xBF") == text.npos;
}

bool IsAscii(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool IsNamespace(std::string_view text) { return !text.empty() && text.front() != ':'; }

bool IsActionName(std::string_view text) {
  const auto fits = [](char c) { return !IsControl(c) && c != ':' && c != '/' && c != '|'; };
  return !text.empty() && text.front() != ' ' && text.back() != ' ' &&
         std::ranges::all_of(text, fits) && !HasHighControl(text);
}

bool IsScalableTargetArn(std::string_view text) {
  if (Cut(text, ':') != "arn" || Cut(text, ':').empty()) return false;
  if (Cut(text, ':') != "application-autoscaling" || Cut(text, ':').empty()) return false;
  const auto account = Cut(text, ':');
  if (!AreDigits(account)) return false;
  return Cut(text, '/') == "scalable-target" && !text.empty() &&
         std::ranges::all_of(text, [](char c) { return IsLetterOrDigit(c) || c == '-'; });
}

}  // namespace stator::wire
