#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/limits.h"
#include "base/texts.h"
#include "item_generators.h"
#include "naive_decimal.h"

namespace stator::item {
namespace {

NaiveDecimal Naive(const Decimal& decimal) {
  return {decimal.negative, decimal.digits, decimal.exponent};
}

Bytes Encoded(const Number& number) {
  Bytes bytes;
  number.AppendEncoded(bytes);
  return bytes;
}

// Returns the expected result of arithmetic, from decimal arithmetic on paper.
std::string Expected(const NaiveDecimal& result) {
  if (result.zero()) return "0";
  if (result.significant_digits() > limits::kNumberDigitsMax) return texts::kNumberOverflow;
  if (result.highest() > limits::kNumberExponentMax) return texts::kNumberOverflow;
  if (result.highest() < limits::kNumberExponentMin) return texts::kNumberUnderflow;
  return result.ToText();
}

std::string Outcome(const Result<Number>& result) {
  return result ? result->ToText() : result.error().message;
}

RC_GTEST_PROP(NumberProperty, CanonicalTextSurvives, (const Decimal& decimal)) {
  const Number number = decimal.ToNumber();
  const std::string text = number.ToText();
  RC_ASSERT(text == Naive(decimal).ToText());
  RC_ASSERT(Number::Parse(text).value() == number);
}

RC_GTEST_PROP(NumberProperty, EncodingSurvivesAndGivesTheText, (const Decimal& decimal)) {
  const Number number = decimal.ToNumber();
  const Bytes encoded = Encoded(number);
  RC_ASSERT(Number::Decode(encoded).value() == number);
  std::string text;
  AppendNumberText(encoded, text);
  RC_ASSERT(text == number.ToText());
}

RC_GTEST_PROP(NumberProperty, EncodingsOrderAsNumbersDo, (const Decimal& a, const Decimal& b)) {
  RC_ASSERT((Encoded(a.ToNumber()) <=> Encoded(b.ToNumber())) == (Naive(a) <=> Naive(b)));
}

// The size is 1 + ceil(I/2) + ceil(F/2), and 1 more if negative, where I and F count the
// significant digits left and right of the point (facts 2.4).
RC_GTEST_PROP(NumberProperty, SizesEqualDynamoDbsBilling, (const Decimal& decimal)) {
  const NaiveDecimal naive = Naive(decimal);
  const std::size_t length = NumberSize(Encoded(decimal.ToNumber()));
  if (naive.zero()) {
    RC_ASSERT(length == 1U);
    return;
  }
  const int whole = std::max(0, naive.highest() - std::max(naive.lowest(), 0) + 1);
  const int fraction = std::max(0, std::min(naive.highest(), -1) - naive.lowest() + 1);
  const int expected = 1 + (whole + 1) / 2 + (fraction + 1) / 2 + (decimal.negative ? 1 : 0);
  RC_ASSERT(length == static_cast<std::size_t>(expected));
}

RC_GTEST_PROP(NumberProperty, SumsEqualPaperArithmetic, (const Decimal& a, const Decimal& b)) {
  RC_ASSERT(Outcome(a.ToNumber().Plus(b.ToNumber())) == Expected(Naive(a) + Naive(b)));
  RC_ASSERT(Outcome(a.ToNumber().Minus(b.ToNumber())) == Expected(Naive(a) + -Naive(b)));
}

// Random exponents are seldom close. These are, to test carries, borrows and the 38th digit.
RC_GTEST_PROP(NumberProperty, SumsOfCloseNumbersEqualPaperArithmetic,
              (const Decimal& a, Decimal b)) {
  const int shift = generate::Between(-39, 39);
  const int below = static_cast<int>(b.digits.size());
  b.exponent = std::clamp(a.exponent + shift, -130, 126 - below);
  RC_ASSERT(Outcome(a.ToNumber().Plus(b.ToNumber())) == Expected(Naive(a) + Naive(b)));
  RC_ASSERT(Outcome(a.ToNumber().Minus(b.ToNumber())) == Expected(Naive(a) + -Naive(b)));
}

RC_GTEST_PROP(NumberProperty, MachineIntegersEqualTheirText, (std::int64_t value)) {
  RC_ASSERT(Number(value) == Number::Parse(std::to_string(value)).value());
}

RC_GTEST_PROP(NumberProperty, DecodesOnlyItsOwnEncodings, (const Decimal& decimal)) {
  Bytes bytes = Encoded(decimal.ToNumber());
  const auto at =
      static_cast<std::size_t>(generate::Between(0, static_cast<int>(bytes.size()) - 1));
  bytes[at] = static_cast<char>(generate::Between(0, 255));
  if (generate::OneIn(4)) bytes.push_back(static_cast<char>(generate::Between(0, 110)));
  const Result<Number> number = Number::Decode(bytes);
  if (number) RC_ASSERT(Encoded(*number) == bytes);
}

}  // namespace
}  // namespace stator::item
