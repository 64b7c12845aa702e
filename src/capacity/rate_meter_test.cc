#include "capacity/rate_meter.h"

#include <gtest/gtest.h>

#include "base/durations.h"

namespace stator::capacity {
namespace {

TEST(RateMeterTest, CountsSecondsAndMinutes) {
  RateMeter meter;
  meter.Roll(10 * kMinute);
  meter.Add(5);
  meter.Add(6);
  EXPECT_EQ(meter.in_second(), 11);
  EXPECT_FALSE(meter.Roll(10 * kMinute + kSecond));
  EXPECT_EQ(meter.last_second(), 11);
  EXPECT_EQ(meter.in_second(), 0);
  meter.Add(1);
  EXPECT_FALSE(meter.Roll(10 * kMinute + 3 * kSecond));
  EXPECT_EQ(meter.last_second(), 0);  // the previous second had no units

  const auto minute = meter.Roll(11 * kMinute);
  ASSERT_TRUE(minute);
  EXPECT_EQ(minute->number, 10);
  EXPECT_EQ(minute->units, 12);
  EXPECT_EQ(meter.last_minute(), 12);
  meter.Roll(13 * kMinute);
  EXPECT_EQ(meter.last_minute(), 0);
  EXPECT_EQ(meter.total(), 12);
}

TEST(RateMeterTest, AnEarlierTimeCountsAsNow) {
  RateMeter meter;
  meter.Roll(10 * kMinute);
  EXPECT_FALSE(meter.Roll(9 * kMinute));
  meter.Add(5);
  EXPECT_EQ(meter.second(), 600);
  EXPECT_EQ(meter.in_second(), 5);
}

TEST(PeakHistoryTest, APeakCountsHalfAnHourAfterItsMinute) {
  PeakHistory peaks;
  peaks.Record({.number = 100, .units = 50});
  EXPECT_EQ(peaks.Highest(), 50);
  EXPECT_EQ(peaks.Ripe(101), 0);
  EXPECT_EQ(peaks.Ripe(130), 0);
  EXPECT_EQ(peaks.Ripe(131), 50);
  EXPECT_EQ(peaks.Ripe(100'000), 50);
}

TEST(PeakHistoryTest, LowerMinutesDoNotReduceAPeak) {
  PeakHistory peaks;
  for (std::int64_t minute = 0; minute < 200; ++minute) {
    peaks.Record({.number = minute, .units = minute == 40 ? 1000 : minute});
  }
  EXPECT_EQ(peaks.Ripe(200), 1000);
}

TEST(PeakHistoryTest, LateMinutesAreIgnored) {
  PeakHistory peaks;
  peaks.Record({.number = 100, .units = 50});
  peaks.Record({.number = 100, .units = 70});
  peaks.Record({.number = 99, .units = 80});
  EXPECT_EQ(peaks.Highest(), 50);
}

TEST(PeakHistoryTest, AGapCountsAsIdle) {
  PeakHistory peaks;
  peaks.Record({.number = 100, .units = 50});
  peaks.Record({.number = 1'000'000, .units = 7});
  EXPECT_EQ(peaks.Ripe(1'000'001), 50);
  EXPECT_EQ(peaks.Highest(), 50);
}

}  // namespace
}  // namespace stator::capacity
