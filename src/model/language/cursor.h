#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "model/language/model.h"
#include "model/language/parser.h"

namespace stator::model {

template <class T = void>
using ParseResult = std::expected<T, Complaint>;

// Walks along one line of a model, whose comment is cut off already.
class Cursor {
 public:
  Cursor(std::string_view line, std::size_t number) : line_(line), number_(number) {}

  // What comes next begins here.
  Place place();
  // Nothing is left.
  bool AtEnd();
  // The next character, 0 at the end.
  char Peek();
  bool Take(char wanted);
  bool TakeArrow();  // ->
  // The next word, if it is this one.
  bool TakeWord(std::string_view wanted);
  std::string_view PeekWord();
  // Letters, digits, '_', '-' and '.': a name or a number.
  ParseResult<std::string> Name(std::string_view what);
  // Up to the next space or one of `,()[]`: a size, count or rate.
  ParseResult<std::string> Token(std::string_view what);
  // Up to the next space outside of braces: a template.
  ParseResult<std::string> TemplateText();
  ParseResult<std::string> Quoted();
  ParseResult<> Expect(char wanted, std::string_view where);

  std::unexpected<Complaint> Complain(std::string message) {
    return Complain(place(), std::move(message));
  }
  static std::unexpected<Complaint> Complain(Place place, std::string message) {
    return std::unexpected(Complaint{place, std::move(message)});
  }

 private:
  void SkipSpaces();

  std::string_view line_;
  std::size_t number_;
  std::size_t at_ = 0;
};

// "20M", "1.5k": a count, of what `what` names. Rates and sizes alike: "120/s", "6/min"; "600B".
ParseResult<std::int64_t> ReadCount(Cursor& cursor, std::string_view what);
ParseResult<std::int64_t> ReadSize(Cursor& cursor, std::string_view what);
ParseResult<double> ReadRate(Cursor& cursor);
// "6000", "1.5": digits, with a point among them at most, of a number up to kDecimalMax.
inline constexpr double kDecimalMax = 1e12;
ParseResult<double> ReadDecimal(Cursor& cursor, std::string_view what);
// "30d", "1h".
ParseResult<std::int64_t> ReadSeconds(Cursor& cursor);

// The one of `names` that `word` may have been meant to be, as ", did you mean 'custId'?"; nothing
// if none is near.
template <class Names>
std::string Suggest(std::string_view word, const Names& names);

// How many letters have to be changed to make one word the other.
std::size_t EditDistance(std::string_view left, std::string_view right);

template <class Names>
std::string Suggest(std::string_view word, const Names& names) {
  constexpr std::size_t kFar = 3;
  std::size_t best = kFar;
  std::string_view nearest;
  for (const std::string_view name : names) {
    const auto distance = EditDistance(word, name);
    if (distance < best && distance < name.size()) {
      best = distance;
      nearest = name;
    }
  }
  return nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace stator::model
