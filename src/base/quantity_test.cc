#include "base/quantity.h"

#include <gtest/gtest.h>

namespace stator {
namespace {

TEST(Quantity, CountsHaveMultiples) {
  EXPECT_EQ(ParseCount("0"), 0U);
  EXPECT_EQ(ParseCount("3000"), 3000U);
  EXPECT_EQ(ParseCount("20k"), 20'000U);
  EXPECT_EQ(ParseCount("1.5M"), 1'500'000U);
  EXPECT_EQ(ParseCount("50G"), 50'000'000'000U);
  EXPECT_EQ(ParseCount("1000000G"), kCountMax);
}

TEST(Quantity, InvalidCountsAreQuoted) {
  for (const char* text : {"", "k", "-1", "+1", "1.5", "1,000", "1K", "1kk", "1 k", "1.k", ".5k",
                           "inf", "nan", "1e3", "1000001G", "0x10"}) {
    EXPECT_FALSE(ParseCount(text).has_value()) << text;
  }
  EXPECT_EQ(ParseCount("many").error().message,
            "'many' is not a whole number such as 3000, 20k, 1.5M or 50G.");
  EXPECT_LT(ParseCount(std::string(1000, 'x')).error().message.size(), 200U);
  EXPECT_EQ(ParseCount("\xff").error().message,
            "'?' is not a whole number such as 3000, 20k, 1.5M or 50G.");
}

TEST(Quantity, SizesAreInBinaryUnits) {
  EXPECT_EQ(ParseSize("600B"), 600U);
  EXPECT_EQ(ParseSize("1KB"), 1024U);
  EXPECT_EQ(ParseSize("2MB"), 2U * 1024 * 1024);
  EXPECT_EQ(ParseSize("1.5KB"), 1536U);
  EXPECT_EQ(ParseSize("100GB"), 100ULL << 30);
  EXPECT_EQ(ParseSize("1TB"), 1ULL << 40);
  EXPECT_EQ(ParseSize("0.0001KB"), 1U);
  EXPECT_EQ(ParseSize("1048576TB"), kSizeBytesMax);
}

TEST(Quantity, InvalidSizesAreQuoted) {
  for (const char* text : {"", "600", "1kB", "1kb", "KB", "-1KB", "1KBs", "1 KB", "1048577TB"}) {
    EXPECT_FALSE(ParseSize(text).has_value()) << text;
  }
  EXPECT_EQ(ParseSize("600").error().message,
            "'600' is not a size such as 600B, 1KB, 2MB, 100GB or 1.5TB.");
}

TEST(Quantity, RatesArePerSecond) {
  EXPECT_EQ(ParseRate("1000/s"), 1000.0);
  EXPECT_EQ(ParseRate("20k/s"), 20'000.0);
  EXPECT_EQ(ParseRate("6/min"), 0.1);
  EXPECT_EQ(ParseRate("3/h"), 3.0 / 3600);
  EXPECT_EQ(ParseRate("10/day"), 10.0 / 86'400);
  EXPECT_EQ(ParseRate("1.5M/day"), 1.5e6 / 86'400);
  EXPECT_EQ(ParseRate("0/s"), 0.0);
}

TEST(Quantity, InvalidRatesAreQuoted) {
  for (const char* text : {"", "1000", "/s", "1000/", "1000/m", "1000/s/s", "-1/s", "1/minute",
                           "1000 /s", "1000001G/s"}) {
    EXPECT_FALSE(ParseRate(text).has_value()) << text;
  }
  EXPECT_EQ(ParseRate("6/minute").error().message,
            "'6/minute' is not a rate such as 1000/s, 20k/s, 6/min, 3/h or 10/day.");
}

TEST(Quantity, SizeTextsParseBack) {
  for (const char* text : {"0B", "600B", "1KB", "1536B", "2MB", "100GB", "3TB", "4096TB"}) {
    EXPECT_EQ(SizeText(ParseSize(text).value()), text);
  }
}

}  // namespace
}  // namespace stator
