#include "streams/sequence.h"

#include <limits>

#include <gtest/gtest.h>

namespace stator::streams {
namespace {

TEST(Sequence, NumbersAreAsLongAsTheServiceAllowsAndHaveNoLeadingZero) {
  EXPECT_EQ(SequenceNumber({7, 0}), "10000000000000000000700000");
  EXPECT_EQ(SequenceNumber({std::numeric_limits<std::uint64_t>::max(), 65'536}),
            "11844674407370955161565536");
}

TEST(Sequence, ParsesALeadingPlus) {
  EXPECT_EQ(ParseSequenceNumber("+10000000000000000000700000"), (Position{7, 0}));
  EXPECT_FALSE(ParseSequenceNumber("++10000000000000000000700000"));
  EXPECT_FALSE(ParseSequenceNumber("-10000000000000000000700000"));
}

TEST(Sequence, RefusesAnyOtherForm) {
  for (const auto* text :
       {"", "000000000000000000000", "20000000000000000000700000", "1000000000000000000070000",
        "1000000000000000000070000x", "10000000000000000000765537", "19999999999999999999900000",
        "+0000000000000000000700000"}) {
    EXPECT_FALSE(ParseSequenceNumber(text)) << text;
  }
  EXPECT_FALSE(PositionOfKey("short"));
  EXPECT_FALSE(PositionOfKey("123456789"));
}

TEST(Sequence, NextIsTheFirstLaterPosition) {
  EXPECT_EQ(Next({7, 0}), (Position{7, 1}));
  EXPECT_EQ(Next({7, 65'536}), (Position{8, 0}));
}

TEST(Next, NeverGoesBack) {
  const auto highest = ParseSequenceNumber("11844674407370955161565536");
  ASSERT_TRUE(highest.has_value());
  EXPECT_EQ(Next(*highest), *highest);
}

}  // namespace
}  // namespace stator::streams
