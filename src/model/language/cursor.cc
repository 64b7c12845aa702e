#include "model/language/cursor.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/quantity.h"
#include "base/text.h"
#include "base/time_text.h"

namespace stator::model {
namespace {

bool IsNameCharacter(char letter) {
  return IsLetterOrDigit(letter) || letter == '_' || letter == '-' || letter == '.';
}

}  // namespace

void Cursor::SkipSpaces() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
}

Place Cursor::place() {
  SkipSpaces();
  return {number_, at_ + 1};
}

bool Cursor::AtEnd() {
  SkipSpaces();
  return at_ == line_.size();
}

char Cursor::Peek() { return AtEnd() ? '\0' : line_[at_]; }

bool Cursor::Take(char wanted) {
  if (Peek() != wanted) return false;
  ++at_;
  return true;
}

bool Cursor::TakeArrow() {
  if (AtEnd() || !line_.substr(at_).starts_with("->")) return false;
  at_ += 2;
  return true;
}

std::string_view Cursor::PeekWord() {
  SkipSpaces();
  std::size_t end = at_;
  while (end < line_.size() && IsNameCharacter(line_[end])) ++end;
  return line_.substr(at_, end - at_);
}

bool Cursor::TakeWord(std::string_view wanted) {
  if (PeekWord() != wanted) return false;
  at_ += wanted.size();
  return true;
}

ParseResult<std::string> Cursor::Name(std::string_view what) {
  const auto word = PeekWord();
  const auto end = at_ + word.size();
  if (end < line_.size() && (static_cast<unsigned char>(line_[end]) & 0x80U) != 0) {
    return Complain({number_, end + 1}, "Names are made of letters a–z, digits, _, - and .");
  }
  if (word.empty()) return Complain(fmt::format("{} is missing here.", what));
  at_ = end;
  return std::string(word);
}

ParseResult<std::string> Cursor::Token(std::string_view what) {
  SkipSpaces();
  const auto end = std::min(line_.find_first_of(" \t,()[]\"", at_), line_.size());
  if (end == at_) return Complain(fmt::format("{} is missing here.", what));
  std::string token(line_.substr(at_, end - at_));
  at_ = end;
  return token;
}

ParseResult<std::string> Cursor::TemplateText(std::string_view ends) {
  SkipSpaces();
  const std::size_t begin = at_;
  std::size_t depth = 0;
  for (; at_ < line_.size(); ++at_) {
    const char letter = line_[at_];
    const bool ends_here = letter == ' ' || letter == '\t' || ends.contains(letter);
    if (depth == 0 && ends_here) break;
    if (letter == '{') ++depth;
    if (letter == '}' && depth > 0) --depth;
  }
  if (at_ == begin) return Complain("A key template is missing here, such as ORDER#{orderId}.");
  if (depth > 0) return Complain({number_, begin + 1}, "A '{' of this template is not closed.");
  return std::string(line_.substr(begin, at_ - begin));
}

ParseResult<std::string> Cursor::Quoted() {
  const Place begin = place();
  if (!Take('"')) return Complain("A text in \"quotes\" is missing here.");
  std::string text;
  while (true) {
    const auto end = line_.find('"', at_);
    if (end == std::string_view::npos) return Complain(begin, "This text has no closing quote.");
    text += line_.substr(at_, end - at_);
    at_ = end + 1;
    if (!line_.substr(at_).starts_with('"')) return text;
    text += '"';
    ++at_;
  }
}

ParseResult<> Cursor::Expect(char wanted, std::string_view where) {
  if (Take(wanted)) return {};
  return Complain(fmt::format("'{}' is missing {}.", wanted, where));
}

ParseResult<std::int64_t> ReadCount(Cursor& cursor, std::string_view what) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token(what));
  const auto count = ParseCount(token);
  if (!count) return Cursor::Complain(place, count.error().message);
  return static_cast<std::int64_t>(*count);
}

ParseResult<std::int64_t> ReadSize(Cursor& cursor, std::string_view what) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token(what));
  // A number alone is bytes.
  const bool bare = AreDigits(token);
  const auto size = ParseSize(bare ? token + "B" : token);
  if (!size) return Cursor::Complain(place, size.error().message);
  return static_cast<std::int64_t>(*size);
}

ParseResult<double> ReadRate(Cursor& cursor) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token("A rate such as 120/s, 6/min or high"));
  // docs/model-language.md documents these three rates.
  if (token == "high") return 100.0;
  if (token == "medium") return 10.0;
  if (token == "low") return 0.1;
  const auto rate = ParseRate(token);
  if (rate) return *rate;
  return Cursor::Complain(place,
                          rate.error().message + " The words high, medium and low are rates, too.");
}

ParseResult<double> ReadDecimal(Cursor& cursor, std::string_view what) {
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token(what));
  // ParseNumber also accepts signs, infinity and the like, which the language does not.
  const bool plain = token.find_first_not_of("0123456789.") == std::string::npos &&
                     token.front() != '.' && token.back() != '.';
  const auto number = plain ? ParseNumber<double>(token) : std::nullopt;
  if (number && *number <= kDecimalMax) return *number;
  return Cursor::Complain(
      place, fmt::format("'{}' is not a number such as 6000 or 1.5, of at most 10^12.", token));
}

ParseResult<std::int64_t> ReadSeconds(Cursor& cursor) {
  constexpr std::int64_t kMicrosPerSecond = 1'000'000;
  const Place place = cursor.place();
  const auto token = TRY(cursor.Token("A duration such as 24h"));
  if (const auto micros = ParseDuration(token)) return *micros / kMicrosPerSecond;
  return Cursor::Complain(place,
                          fmt::format("'{}' is not a duration such as 30d, 24h or 90s.", token));
}

}  // namespace stator::model
