#include "capacity/rate_series.h"

#include <gtest/gtest.h>

#include "base/durations.h"
#include "capacity/accrual.h"
#include "capacity/repeated_reads.h"

namespace stator::capacity {
namespace {

using Slots = std::vector<RateSeries::Slot>;

TEST(RateSeries, StoresOnlyMinutesWithUse) {
  RateSeries series;
  series.Add(0, 1, 4);
  series.Add(0, 1, 2);
  series.Add(7, 1, 1);
  EXPECT_EQ(series.slots(), (Slots{{0, 6, 6}, {7, 1, 1}}));
}

TEST(RateSeries, ALateRequestCountsForTheLastMinute) {
  RateSeries series;
  series.Add(3, 1, 4);
  series.Add(2, 1, 1);
  EXPECT_EQ(series.slots(), (Slots{{3, 5, 5}}));
}

TEST(RateSeries, LongerSlotsKeepTheBusiestMinute) {
  RateSeries series;
  for (const int minute : {0, 1, 2, 3, 6}) series.Add(minute, 1, minute + 1);
  series.Coarsen();
  EXPECT_EQ(series.slots(), (Slots{{0, 3, 2}, {1, 7, 4}, {3, 7, 7}}));
  series.Add(6, 2, 1);
  EXPECT_EQ(series.slots().back(), (RateSeries::Slot{3, 8, 8}));
  series.Add(7, 2, 3);
  EXPECT_EQ(series.slots().back(), (RateSeries::Slot{3, 11, 8}));
}

TEST(Accrual, IntegratesALevelOverTime) {
  Accrual bytes;
  EXPECT_FALSE(bytes.Look(0, kSecond, 0));
  EXPECT_TRUE(bytes.Look(kSecond, 2 * kSecond, 100));  // held since the previous call
  EXPECT_EQ(bytes.At(5 * kSecond), 400);
  EXPECT_FALSE(bytes.Look(2 * kSecond, 5 * kSecond, 100));
  EXPECT_TRUE(bytes.Look(5 * kSecond, 6 * kSecond, 0));
  EXPECT_EQ(bytes.At(9 * kSecond), 400);
}

TEST(RepeatedReads, ACacheKeepsItemsReadOrWrittenInTheLastFiveMinutes) {
  RepeatedReads reads;
  EXPECT_FALSE(reads.Read(1, "a", 0));
  EXPECT_TRUE(reads.Read(1, "a", RepeatedReads::kKept));
  EXPECT_FALSE(reads.Read(1, "a", RepeatedReads::kKept + 1));
  EXPECT_FALSE(reads.Read(2, "a", RepeatedReads::kKept + 1));
  reads.Wrote(1, "b", 0);
  EXPECT_TRUE(reads.Read(1, "b", 1));
}

TEST(RateSeries, AddsSeriesOfTwoResources) {
  using Slot = RateSeries::Slot;
  RateSeries sum({{0, 5, 5}, {3, 7, 4}, {9, 1, 1}});
  sum.Add(RateSeries({{1, 2, 2}, {3, 10, 6}, {12, 8, 8}}));
  EXPECT_EQ(sum.slots(),
            (std::vector<Slot>{{0, 5, 5}, {1, 2, 2}, {3, 17, 10}, {9, 1, 1}, {12, 8, 8}}));
  sum.Add(RateSeries());
  EXPECT_EQ(sum.slots().size(), 5U);
  RateSeries empty;
  empty.Add(sum);
  EXPECT_EQ(empty.slots(), sum.slots());
}

}  // namespace
}  // namespace stator::capacity
