#include "item/number.h"

#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "base/texts.h"

namespace stator::item {
namespace {

Number Parsed(std::string_view text) {
  Result<Number> number = Number::Parse(text);
  EXPECT_TRUE(number.has_value()) << text;
  return number.value_or(Number());
}

std::string Normalised(std::string_view text) { return Parsed(text).ToText(); }

std::string ErrorOf(std::string_view text) {
  const Result<Number> number = Number::Parse(text);
  return number ? "accepted: " + number->ToText() : number.error().message;
}

std::size_t SizeOf(std::string_view text) {
  Bytes bytes;
  Parsed(text).AppendEncoded(bytes);
  return NumberSize(bytes);
}

const std::string kNines38(38, '9');

// Facts D.4.
TEST(Number, NormalisesAsDynamoDbDoes) {
  const std::pair<const char*, const char*> cases[] = {
      {"007", "7"},          {"001.23", "1.23"},
      {"+3", "3"},           {"1.0", "1"},
      {"1.10", "1.1"},       {"100.000", "100"},
      {"1e3", "1000"},       {"-3e2", "-300"},
      {"1.23e4", "12300"},   {"1e-3", "0.001"},
      {"123e-2", "1.23"},    {"-0.0", "0"},
      {"0e5", "0"},          {".5", "0.5"},
      {"1.5E2", "150"},      {"3.1400", "3.14"},
      {"5.", "5"},           {"-.5", "-0.5"},
      {"0e125", "0"},        {"-0", "0"},
      {"1e+2", "100"},       {"0.0e126", "0"},
      {"10.01", "10.01"},    {"0.10", "0.1"},
      {"00.00100", "0.001"}, {"-1000.0001", "-1000.0001"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(Normalised(text), expected) << text;
}

TEST(Number, WritesTheWholeRangeWithoutExponent) {
  EXPECT_EQ(Normalised("1E125"), "1" + std::string(125, '0'));
  EXPECT_EQ(Normalised("-1E124"), "-1" + std::string(124, '0'));
  EXPECT_EQ(Normalised("1E-130"), "0." + std::string(129, '0') + "1");
  EXPECT_EQ(Normalised("9.9999999999999999999999999999999999999E+125"),
            kNines38 + std::string(88, '0'));
  EXPECT_EQ(Normalised("9.9999999999999999999999999999999999999E-130"),
            "0." + std::string(129, '0') + kNines38);
}

// Facts 2.2.
TEST(Number, RefusesOtherTextsAndQuotesThem) {
  EXPECT_EQ(ErrorOf(""), "The parameter cannot be converted to a numeric value");
  for (const char* text :
       {" ", "1 ",  " 1",    "NaN",  "Infinity", "1_000", "1e",  "1e+", "e5",  ".", "-",
        "+", "--1", "1.2.3", "1e5.", "1e1e1",    "0x10",  "1,0", "-.",  ".e1", "١", "1\n"}) {
    EXPECT_EQ(ErrorOf(text),
              std::string("The parameter cannot be converted to a numeric value: ") + text);
  }
  EXPECT_EQ(Number::Parse("x").error().code, ErrorCode::kValidationException);
}

TEST(Number, RefusesExponentsBeyond64Bits) {
  for (const char* text :
       {"1e9223372036854775808", "0e9223372036854775808", "1e-9223372036854775809", "1e+-2"}) {
    EXPECT_EQ(ErrorOf(text),
              std::string("The parameter cannot be converted to a numeric value: ") + text);
  }
}

TEST(Number, RefusesNumbersOutOfRange) {
  for (const char* text : {"1E126", "-1E126", "99999E122", "1e9223372036854775807", "0e126"}) {
    EXPECT_EQ(ErrorOf(text), texts::kNumberOverflow) << text;
  }
  for (const char* text :
       {"1E-131", "-9.9E-131", "0.1E-130", "1e-9223372036854775808", "0e-131", "0.0e-130"}) {
    EXPECT_EQ(ErrorOf(text), texts::kNumberUnderflow) << text;
  }
  EXPECT_EQ(ErrorOf(kNines38 + "1"), texts::kNumberDigits);
  EXPECT_EQ(ErrorOf("1" + std::string(37, '0') + ".1"), texts::kNumberDigits);
  EXPECT_EQ(ErrorOf("-0.1" + std::string(37, '0') + "1"), texts::kNumberDigits);
  // Zeros around 38 digits do not count.
  EXPECT_EQ(Normalised("000" + kNines38 + ".000"), kNines38);
  EXPECT_EQ(Normalised("1" + std::string(36, '0') + "1000"), "1" + std::string(36, '0') + "1000");
  // Parse checks the range before the digits.
  EXPECT_EQ(ErrorOf(kNines38 + "1E200"), texts::kNumberOverflow);
}

// Parse takes linear time. Quadratic time would be hours, beyond the test's time limit.
TEST(Number, TakesTextsOfAbsurdLength) {
  constexpr std::size_t kLong = 16U << 20U;
  const std::string zeros(kLong, '0');
  EXPECT_EQ(Normalised(zeros), "0");
  EXPECT_EQ(ErrorOf("0." + zeros), texts::kNumberUnderflow);
  EXPECT_EQ(Normalised(zeros + "7"), "7");
  EXPECT_EQ(Normalised("1e" + zeros + "2"), "100");
  EXPECT_EQ(ErrorOf("1" + zeros), texts::kNumberOverflow);
  EXPECT_EQ(ErrorOf("." + zeros + "1"), texts::kNumberUnderflow);
  const std::string huge = "1e" + std::string(kLong, '9');
  EXPECT_EQ(ErrorOf(huge), "The parameter cannot be converted to a numeric value: " + huge);
  EXPECT_EQ(ErrorOf("0." + std::string(kLong, '9')), texts::kNumberDigits);
  // A long mantissa and a long exponent cancel out.
  const std::string size = std::to_string(kLong);
  EXPECT_EQ(Normalised("0." + zeros + "5e" + size), "0.5");
  EXPECT_EQ(Normalised("5" + zeros + "e-" + size), "5");
}

TEST(Number, ComesFromMachineIntegers) {
  EXPECT_EQ(Number(0), Number());
  EXPECT_EQ(Number(1000), Parsed("1e3"));
  EXPECT_EQ(Number(-42), Parsed("-42"));
  EXPECT_EQ(Number(std::numeric_limits<std::int64_t>::min()).ToText(), "-9223372036854775808");
  EXPECT_EQ(Number(std::numeric_limits<std::int64_t>::max()).ToText(), "9223372036854775807");
}

// All figures that the facts name (facts 2.4).
TEST(Number, SizeIsWhatDynamoDbBills) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"1", 2},
      {"12", 2},
      {"123", 3},
      {"100", 2},
      {"1010", 3},
      {"0.0000001", 2},
      {"1E125", 2},
      {"1.5", 3},
      {"1.234", 4},
      {"3.14159", 5},
      {"100.5", 4},
      {"0.15", 2},
      {"-42", 3},
      {"-0", 1},
      {"-1E125", 3},
      {"0", 1},
      {"150", 2},
      {"0.015", 2},
      {"12345678901234567890123456789012345678", 20},
  };
  for (const auto& [text, bytes] : cases) EXPECT_EQ(SizeOf(text), bytes) << text;
}

TEST(Number, DecodeRefusesEveryOtherForm) {
  const BytesView refused[] = {
      "",
      "\x7F",                    // one byte that is not zero's
      "\xC1",                    // no digits
      BytesView("\xC1\x00", 2),  // digit out of range
      "\xC1\x65",                // digit 100
      "\xC1\x01",                // leading 0
      "\xC1\x01\x02",            // leading 0
      "\xC1\x02\x01",            // trailing 0
      "\x80\x01",                // zero, longer
      "\x3E\x64",                // negative without end
      "\x3E\x66",                // negative without digits
      "\x3E\x65\x66",            // negative leading 0
      "\x3E\x01\x66",            // digit 100
      "\x3E\x64\x66\x66",        // digit out of range
  };
  for (const BytesView bytes : refused) {
    const Result<Number> number = Number::Decode(bytes);
    ASSERT_FALSE(number.has_value());
    EXPECT_EQ(number.error().code, ErrorCode::kCorruption);
  }
  // 20 base-100 digits hold 38 decimal digits only if both end digits hold one decimal digit each.
  const Bytes middle(18, '\x0C');
  EXPECT_TRUE(Number::Decode("\xC1\x0A" + middle + "\x0B").has_value());
  EXPECT_FALSE(Number::Decode("\xC1\x0B" + middle + "\x0B").has_value());
  EXPECT_FALSE(Number::Decode("\xC1\x0A" + middle + "\x0C").has_value());
  EXPECT_FALSE(Number::Decode("\xC1\x0A" + middle + "\x0C\x0B").has_value());
}

TEST(Number, AddsAndSubtractsExactly) {
  const auto plus = [](const char* a, const char* b) {
    const Result<Number> sum = Parsed(a).Plus(Parsed(b));
    return sum ? sum->ToText() : sum.error().message;
  };
  const auto minus = [](const char* a, const char* b) {
    const Result<Number> difference = Parsed(a).Minus(Parsed(b));
    return difference ? difference->ToText() : difference.error().message;
  };
  EXPECT_EQ(plus("0.1", "0.2"), "0.3");
  EXPECT_EQ(plus("99", "1"), "100");
  EXPECT_EQ(plus("-5", "5"), "0");
  EXPECT_EQ(plus("0", "-5"), "-5");
  EXPECT_EQ(minus("0", "-5"), "5");
  EXPECT_EQ(minus("5", "0"), "5");
  EXPECT_EQ(minus("1.5", "2.25"), "-0.75");
  EXPECT_EQ(minus("-0", "0"), "0");
  // Intermediate results have 39 digits, final results 38 or fewer.
  EXPECT_EQ(plus(kNines38.c_str(), "1"), "1" + std::string(38, '0'));
  EXPECT_EQ(minus("1e38", "1"), kNines38);
  EXPECT_EQ(minus("1", "1e38"), "-" + kNines38);
  EXPECT_EQ(plus("5e37", "5e37"), "1" + std::string(38, '0'));
  // DynamoDB reports overflow both for too many digits and for too large a number.
  EXPECT_EQ(plus("1e38", "1"), texts::kNumberOverflow);
  EXPECT_EQ(minus("2e38", "1"), texts::kNumberOverflow);
  EXPECT_EQ(minus("9e38", "1"), texts::kNumberOverflow);
  EXPECT_EQ(plus("3e38", (kNines38).c_str()), texts::kNumberOverflow);
  EXPECT_EQ(plus("1e125", "1e-130"), texts::kNumberOverflow);
  EXPECT_EQ(plus("1e-130", "-1e125"), texts::kNumberOverflow);
  EXPECT_EQ(plus("9e125", "1e125"), texts::kNumberOverflow);
  EXPECT_EQ(minus("-9e125", "1e125"), texts::kNumberOverflow);
  EXPECT_EQ(minus("1.5e-130", "1.4e-130"), texts::kNumberUnderflow);
}

}  // namespace
}  // namespace stator::item
