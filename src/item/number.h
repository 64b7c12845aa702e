#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace stator::item {

// Holds 38 decimal digits; GCC has it as an extension.
__extension__ using Coefficient = unsigned __int128;

// A DynamoDB number: up to 38 significant digits, magnitude 1E-130 to 9.99…E+125, or zero. Always
// normalised, so equal numbers have equal members and equal encodings.
//
// The encoding (docs/formats/keys.md) orders as the values do under memcmp.
class Number {
 public:
  Number() = default;  // zero
  explicit Number(std::int64_t value);

  // Accepts what DynamoDB accepts (facts 2.2); errors carry DynamoDB's texts.
  static Result<Number> Parse(std::string_view text);

  // The encoding of one number, nothing after it. kCorruption if it is not canonical.
  static Result<Number> Decode(BytesView encoded);
  void AppendEncoded(Bytes& out) const;

  // Plain decimal, never an exponent.
  void AppendText(std::string& out) const;
  std::string ToText() const;

  // Exact. A result that needs more than 38 digits or is too large is DynamoDB's overflow error;
  // one too close to zero its underflow error.
  Result<Number> Plus(const Number& other) const;
  Result<Number> Minus(const Number& other) const;

  bool operator==(const Number&) const = default;

 private:
  // Moves trailing zeros of the coefficient to the exponent.
  static Number Trimmed(bool negative, Coefficient coefficient, int exponent);
  // REQUIRES: neither is zero; `high` has the exponent that is not smaller.
  static Result<Number> Sum(const Number& high, const Number& low);
  static Result<Number> InRange(const Number& number);

  bool negative_ = false;
  Coefficient coefficient_ = 0;  // below 10^38; no trailing zero digit unless zero
  int exponent_ = 0;             // value = coefficient × 10^exponent
};

// Text straight from encoded bytes, for writing JSON. REQUIRES: `encoded` was made by
// AppendEncoded.
void AppendNumberText(BytesView encoded, std::string& out);

// What DynamoDB bills for the number (facts 2.4). REQUIRES: as above.
std::size_t NumberSize(BytesView encoded);

}  // namespace stator::item
