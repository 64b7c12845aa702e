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

// What a result of arithmetic must be, decided on paper.
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

RC_GTEST_PROP(NumberProperty, TextIsCanonicalAndComesBack, (const Decimal& decimal)) {
  const Number number = decimal.ToNumber();
  const std::string text = number.ToText();
  RC_ASSERT(text == Naive(decimal).ToText());
  RC_ASSERT(Number::Parse(text).value() == number);
}

RC_GTEST_PROP(NumberProperty, EncodingComesBackAndGivesTheText, (const Decimal& decimal)) {
  const Number number = decimal.ToNumber();
  const Bytes encoded = Encoded(number);
  RC_ASSERT(Number::Decode(encoded).value() == number);
  std::string text;
  AppendNumberText(encoded, text);
  RC_ASSERT(text == number.ToText());
}

RC_GTEST_PROP(NumberProperty, EncodingsOrderAsTheNumbers, (const Decimal& a, const Decimal& b)) {
  RC_ASSERT((Encoded(a.ToNumber()) <=> Encoded(b.ToNumber())) == (Naive(a) <=> Naive(b)));
}

// Facts 2.4: 1 + ceil(I/2) + ceil(F/2), and 1 if negative, where I and F count the significant
// digits left and right of the point.
RC_GTEST_PROP(NumberProperty, SizesAreWhatDynamoDbBills, (const Decimal& decimal)) {
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

RC_GTEST_PROP(NumberProperty, SumsAreThoseOnPaper, (const Decimal& a, const Decimal& b)) {
  RC_ASSERT(Outcome(a.ToNumber().Plus(b.ToNumber())) == Expected(Naive(a) + Naive(b)));
  RC_ASSERT(Outcome(a.ToNumber().Minus(b.ToNumber())) == Expected(Naive(a) + -Naive(b)));
}

// Random exponents seldom meet; these do, where carries, borrows and the 38th digit are.
RC_GTEST_PROP(NumberProperty, SumsOfNeighboursAreThoseOnPaper, (const Decimal& a, Decimal b)) {
  const int shift = generate::Between(-39, 39);
  const int below = static_cast<int>(b.digits.size());
  b.exponent = std::clamp(a.exponent + shift, -130, 126 - below);
  RC_ASSERT(Outcome(a.ToNumber().Plus(b.ToNumber())) == Expected(Naive(a) + Naive(b)));
  RC_ASSERT(Outcome(a.ToNumber().Minus(b.ToNumber())) == Expected(Naive(a) + -Naive(b)));
}

RC_GTEST_PROP(NumberProperty, MachineIntegersAreTheirText, (std::int64_t value)) {
  RC_ASSERT(Number(value) == Number::Parse(std::to_string(value)).value());
}

RC_GTEST_PROP(NumberProperty, DecodesOnlyWhatItEncodes, (const Decimal& decimal)) {
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
