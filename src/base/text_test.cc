#include "base/text.h"

#include <cctype>
#include <cmath>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, LettersAreThoseOfTheCLocale) {
  for (int byte = 0; byte < 256; ++byte) {
    const char letter = static_cast<char>(byte);
    EXPECT_EQ(IsDigit(letter), std::isdigit(byte) != 0) << byte;
    EXPECT_EQ(IsUpper(letter), std::isupper(byte) != 0) << byte;
    EXPECT_EQ(IsLower(letter), std::islower(byte) != 0) << byte;
    EXPECT_EQ(IsLetterOrDigit(letter), std::isalnum(byte) != 0) << byte;
    EXPECT_EQ(ToUpper(letter), static_cast<char>(std::toupper(byte))) << byte;
    EXPECT_EQ(ToLower(letter), static_cast<char>(std::tolower(byte))) << byte;
  }
}

TEST(Text, CountsInSingularAndPlural) {
  EXPECT_EQ(Counted(0, "table"), "0 tables");
  EXPECT_EQ(Counted(1, "table"), "1 table");
  EXPECT_EQ(Counted(2, "table"), "2 tables");
  EXPECT_EQ(Counted(1U, "entry", "entries"), "1 entry");
  EXPECT_EQ(Counted(2U, "entry", "entries"), "2 entries");
}

TEST(Text, ChangesTheCaseOfAsciiAlone) {
  EXPECT_EQ(UpperText("order é_1"), "ORDER é_1");
  EXPECT_EQ(LowerText("ORDER É_1"), "order É_1");
}

TEST(Text, AreDigitsNeedsAtLeastOneDigit) {
  EXPECT_TRUE(AreDigits("007"));
  for (const char* text : {"", "-1", "1.", " 1", "1a"}) EXPECT_FALSE(AreDigits(text)) << text;
}

TEST(Text, TrimsBothEnds) {
  EXPECT_EQ(Trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(Trimmed(" \n"), "");
  EXPECT_EQ(Trimmed(""), "");
  EXPECT_EQ(Trimmed("a"), "a");
  EXPECT_EQ(Trimmed("\ta ", " "), "\ta");
}

TEST(Text, SplitsAtEverySeparator) {
  EXPECT_THAT(SplitAt(',', "a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(SplitAt(',', ",a,,"), ElementsAre("", "a", "", ""));
  EXPECT_THAT(SplitAt(',', ""), ElementsAre(""));
}

TEST(Text, WordsAreNotEmpty) {
  EXPECT_THAT(WordsIn(" a \t b\n"), ElementsAre("a", "b"));
  EXPECT_THAT(WordsIn("a\tb c", " "), ElementsAre("a\tb", "c"));
  EXPECT_THAT(WordsIn("  "), IsEmpty());
  EXPECT_THAT(WordsIn(""), IsEmpty());
}

TEST(Text, NumbersTakeTheWholeText) {
  EXPECT_EQ(ParseNumber<int>("-12"), -12);
  EXPECT_EQ(ParseNumber<std::uint64_t>("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(ParseNumber<double>("1.5e3"), 1500);
  EXPECT_TRUE(std::isinf(ParseNumber<double>("inf").value_or(0)));
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x1", "-", "99999999999"}) {
    EXPECT_EQ(ParseNumber<std::int32_t>(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseNumber<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(ParseNumber<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(ParseNumber<double>("1e999"), std::nullopt);
}

}  // namespace
}  // namespace stator
