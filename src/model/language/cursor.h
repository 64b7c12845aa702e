#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/nearest.h"
#include "base/result.h"
#include "model/language/model.h"
#include "model/language/parser.h"

namespace stator::model {

// A parsed value, or the complaint about the text.
template <class T = void>
using ParseResult = std::expected<T, Complaint>;

// Walks along one line of a model. REQUIRES: the line's comment is cut off already.
//
// Lifetime: the cursor and the views it returns are valid as long as the line's text.
class Cursor {
 public:
  // `number` is the line's number in the text, from 1.
  Cursor(std::string_view line, std::size_t number) : line_(line), number_(number) {}

  // Skips spaces and returns the place where the next word begins.
  Place place();
  // Whether only spaces are left.
  bool AtEnd();
  // Returns the next character behind spaces without consuming it; 0 at the end.
  char Peek();
  // Consumes the next character if it is `wanted`.
  bool Take(char wanted);
  // Consumes "->".
  bool TakeArrow();
  // Consumes the next word if it is `wanted`.
  bool TakeWord(std::string_view wanted);
  // Returns the next word without consuming it.
  std::string_view PeekWord();
  // Reads a name or a number: letters, digits, '_', '-' and '.'. `what` names it in the complaint.
  ParseResult<std::string> Name(std::string_view what);
  // Reads a size, count or rate: up to the next space or one of `,()[]"`.
  ParseResult<std::string> Token(std::string_view what);
  // Reads a template: up to the next space, or the next of `ends`, outside braces.
  ParseResult<std::string> TemplateText(std::string_view ends = "");
  // Reads a text in double quotes and returns it without them. Two quotes within it stand for one.
  ParseResult<std::string> Quoted();
  // Consumes `wanted`, or complains that it is missing; `where` ends that sentence.
  ParseResult<> Expect(char wanted, std::string_view where);

  // Makes a complaint about the cursor's place, or about `place`.
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

// Reads "20M" or "1.5k". Here and below, `what` names the token in the complaint if it is missing.
ParseResult<std::int64_t> ReadCount(Cursor& cursor, std::string_view what);
// Reads "600B" or "2KB"; a number alone counts bytes.
ParseResult<std::int64_t> ReadSize(Cursor& cursor, std::string_view what);
// Reads "120/s", "6/min", or one of high, medium and low.
ParseResult<double> ReadRate(Cursor& cursor);
// The greatest number that ReadDecimal accepts.
inline constexpr double kDecimalMax = 1e12;
// Reads "6000" or "1.5": decimal digits with at most one point, up to kDecimalMax.
ParseResult<double> ReadDecimal(Cursor& cursor, std::string_view what);
// Reads "30d" or "1h".
ParseResult<std::int64_t> ReadSeconds(Cursor& cursor);

// Returns "; did you mean 'custId'?" with the nearest of `names`, or "" if none is near.
template <class Names>
std::string Suggest(std::string_view word, const Names& names);

template <class Names>
std::string Suggest(std::string_view word, const Names& names) {
  const std::string_view nearest = Nearest(word, names);
  return nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace stator::model
