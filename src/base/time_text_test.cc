#include "base/time_text.h"

#include <gtest/gtest.h>

#include "base/durations.h"

namespace stator {
namespace {

TEST(TimeText, TimesSurviveFormatting) {
  EXPECT_EQ(TimeText(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(TimeText(1'798'761'600 * kSecond), "2027-01-01T00:00:00Z");
  EXPECT_EQ(TimeText(1'798'761'600 * kSecond + 1), "2027-01-01T00:00:00.000001Z");
  EXPECT_EQ(TimeText(253'402'300'799'999'999), "9999-12-31T23:59:59.999999Z");
  for (const TimeMicros time :
       {TimeMicros{0}, TimeMicros{1}, 1'798'761'600 * kSecond + 123'456,
        TimeMicros{951'782'400} * kSecond, TimeMicros{253'402'300'799'999'999}}) {
    EXPECT_EQ(ParseTime(TimeText(time)), time);
  }
}

TEST(TimeText, TimesMayBeShort) {
  EXPECT_EQ(ParseTime("2027-01-01"), 1'798'761'600 * kSecond);
  EXPECT_EQ(ParseTime("2027-01-01T00:00:00.5Z"), 1'798'761'600 * kSecond + 500'000);
}

TEST(TimeText, RefusesTextsThatAreNoTimes) {
  for (const char* text : {"", "now", "2027", "2027-1-1", "2027-02-30", "2027-13-01", "2027-01-01T",
                           "2027-01-01T24:00:00Z", "2027-01-01T00:60:00Z", "2027-01-01T00:00:60Z",
                           "2027-01-01T00:00:00", "2027-01-01T00:00:00.Z",
                           "2027-01-01T00:00:00.1234567Z", "2027-01-01T00:00:00Zx", "1969-12-31",
                           "2027-01-01 00:00:00Z", "2027-01-01T00:00:00+01:00", "+027-01-01"}) {
    EXPECT_FALSE(ParseTime(text).has_value()) << text;
  }
}

TEST(TimeText, DurationsAreSumsOfUnits) {
  EXPECT_EQ(ParseDuration("3d"), 3 * kDay);
  EXPECT_EQ(ParseDuration("1w1d12h30m15s500ms"), 8 * kDay + 45'015 * kSecond + 500'000);
  EXPECT_EQ(ParseDuration("0s"), 0);
  for (const char* text :
       {"", "3", "d", "-3d", "3 d", "3d ", "1.5h", "3y", "4294967296s", "4000000000w"}) {
    EXPECT_FALSE(ParseDuration(text).has_value()) << text;
  }
}

TEST(TimeText, DurationsAreWrittenInTheSameUnits) {
  EXPECT_EQ(DurationText(0), "0s");
  EXPECT_EQ(DurationText(3 * kDay), "3d");
  EXPECT_EQ(DurationText(kDay + 45'015 * kSecond + 500'000), "1d 12h 30m 15.5s");
  EXPECT_EQ(DurationText(1), "0.000001s");
}

}  // namespace
}  // namespace stator
