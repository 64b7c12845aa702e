#include "json/writer.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace stator::json {
namespace {

std::string Double(double value) {
  std::string out;
  WriteDouble(value, out);
  return out;
}

TEST(JsonWriterTest, DoublesKeepAllDigitsAndAPoint) {
  EXPECT_EQ(Double(0), "0.0");
  EXPECT_EQ(Double(1), "1.0");
  EXPECT_EQ(Double(0.5), "0.5");
  EXPECT_EQ(Double(-2.5), "-2.5");
  EXPECT_EQ(Double(1763200000.123), "1763200000.123");
  EXPECT_EQ(Double(1e12), "1000000000000.0");
  EXPECT_EQ(Double(5e-324).size(), 326U);
  EXPECT_EQ(Double(-1.7976931348623157e308).size(), 312U);
}

TEST(JsonWriterTest, MillionthsAreRounded) {
  std::string out;
  WriteMillionths(0.1 + 0.2, out);
  out += ' ';
  WriteMillionths(-0.0000015, out);
  out += ' ';
  WriteMillionths(4e-7, out);
  EXPECT_EQ(out, "0.3 -0.000002 0.0");
}

TEST(JsonWriterTest, IntegersOfEverySize) {
  std::string out;
  WriteInteger(INT64_MIN, out);
  out += ' ';
  WriteInteger(INT64_MAX, out);
  EXPECT_EQ(out, "-9223372036854775808 9223372036854775807");
}

TEST(JsonWriterTest, StringsAreEscaped) {
  std::string out;
  WriteString(std::string_view("a\"b\\c\n\x1F\0d\x7F\xC3\xA9", 12), out);
  EXPECT_EQ(out, "\"a\\\"b\\\\c\\n\\u001f\\u0000d\x7F\xC3\xA9\"");
}

}  // namespace
}  // namespace stator::json
