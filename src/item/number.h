#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace stator::item {

// An integer that holds 38 decimal digits; GCC offers it as an extension.
__extension__ using Coefficient = unsigned __int128;

// A DynamoDB number: zero, or up to 38 significant digits with a magnitude from 1E-130 to
// 9.99…E+125. It is always normalised, so equal numbers have equal members and equal encodings.
//
// The encoding (docs/formats/keys.md) orders under memcmp as the values do. Boost.Multiprecision's
// decimals round where DynamoDB refuses, and have no such encoding.
class Number {
 public:
  Number() = default;  // zero
  explicit Number(std::int64_t value);

  // Parses what DynamoDB accepts (facts 2.2). Errors: ValidationException with DynamoDB's texts.
  static Result<Number> Parse(std::string_view text);

  // Decodes exactly one encoded number. Errors: kCorruption if `encoded` is not canonical.
  static Result<Number> Decode(BytesView encoded);
  // Appends the canonical encoding.
  void AppendEncoded(Bytes& out) const;

  // Appends plain decimal, never an exponent.
  void AppendText(std::string& out) const;
  std::string ToText() const;

  // Exact arithmetic. Errors: DynamoDB's overflow error if the result needs more than 38 digits or
  // is too large, its underflow error if the result is too close to zero.
  Result<Number> Plus(const Number& other) const;
  Result<Number> Minus(const Number& other) const;

  bool operator==(const Number&) const = default;

 private:
  // Moves trailing zeros of the coefficient to the exponent.
  static Number Trimmed(bool negative, Coefficient coefficient, int exponent);
  // REQUIRES: neither number is zero, and the exponent of `high` is not the smaller one.
  static Result<Number> Sum(const Number& high, const Number& low);
  // Returns `number`, or the error if it has too many digits or is out of range.
  static Result<Number> InRange(const Number& number);

  bool negative_ = false;
  Coefficient coefficient_ = 0;  // below 10^38; no trailing zero digit unless zero
  int exponent_ = 0;             // value = coefficient × 10^exponent
};

// Appends the text of an encoded number without decoding it into a Number; JSON writers use it.
// REQUIRES: Number::AppendEncoded made `encoded`.
void AppendNumberText(BytesView encoded, std::string& out);

// The bytes that DynamoDB bills for the number (facts 2.4). REQUIRES: Number::AppendEncoded made
// `encoded`.
std::size_t NumberSize(BytesView encoded);

}  // namespace stator::item
