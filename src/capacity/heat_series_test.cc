#include "capacity/heat_series.h"

#include <cstdint>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::capacity {
namespace {

constexpr std::int64_t kNow = 1'700'000'040;  // a minute begins
constexpr std::int64_t kDay = 86'400;
constexpr SecondRange kAll{0, std::int64_t{1} << 39};

std::int64_t UnitsOf(const std::vector<HeatSlot>& slots) {
  return std::accumulate(slots.begin(), slots.end(), std::int64_t{0},
                         [](auto sum, const HeatSlot& slot) { return sum + slot.units; });
}

// Counts the slots of each length.
std::map<std::int64_t, int> Lengths(const std::vector<HeatSlot>& slots) {
  std::map<std::int64_t, int> lengths;
  for (const auto& slot : slots) ++lengths[slot.seconds];
  return lengths;
}

void ExpectOrdered(const std::vector<HeatSlot>& slots) {
  for (std::size_t i = 1; i < slots.size(); ++i) {
    ASSERT_LE(slots[i - 1].end(), slots[i].begin) << i;
  }
}

void AddSeconds(HeatSeries& series, std::int64_t from, std::int64_t end) {
  for (auto second = from; second < end; ++second) {
    series.Add({.begin = second, .units = 3, .throttles = second % 2, .bounds = 2});
  }
}

TEST(HeatSeriesTest, KeepsSecondsForTenMinutesAndMinutesForADay) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  AddSeconds(series, kNow - kDay - 7200, kNow);
  series.Trim(kNow);
  const auto slots = series.Read(kAll, kNow);
  ExpectOrdered(slots);
  EXPECT_EQ(Lengths(slots), (std::map<std::int64_t, int>{{1, 600}, {60, 1430}}));
  EXPECT_EQ(slots.front().begin, kNow - kDay);
  EXPECT_EQ(slots.front(), (HeatSlot{kNow - kDay, 60, 180, 30, 2}));
  EXPECT_EQ(UnitsOf(slots), kDay * 3);
}

TEST(HeatSeriesTest, TakesNoMemoryForTimeWithoutUse) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  for (std::int64_t i = 0; i < 1000; ++i) series.Add({.begin = kNow + i});
  EXPECT_TRUE(series.empty());
  EXPECT_EQ(room.bytes(), 0);
  series.Add({.begin = kNow + 5, .throttles = 1, .bounds = 1});  // a refusal alone is use
  EXPECT_FALSE(series.empty());
}

TEST(HeatSeriesTest, ReadsTheSlotsThatOverlapARange) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  AddSeconds(series, kNow - 1200, kNow);
  // A minute that begins before the range is there as a whole.
  const auto slots = series.Read({kNow - 630, kNow - 598}, kNow);
  EXPECT_EQ(slots.size(), 3);
  EXPECT_EQ(slots.front(), (HeatSlot{kNow - 660, 60, 180, 30, 2}));
  EXPECT_EQ(slots.back().begin, kNow - 599);
}

TEST(HeatSeriesTest, AnIdleSeriesIsFoldedWhenItIsRead) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  AddSeconds(series, kNow - 60, kNow);
  EXPECT_EQ(series.Read(kAll, kNow + 3600).size(), 1);
  EXPECT_EQ(series.Read(kAll, kNow + kDay).size(), 0);
  EXPECT_EQ(series.Read(kAll, kNow).size(), 60);
}

TEST(HeatSeriesTest, AJumpOfTheClockLeavesBoundedMemory) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  AddSeconds(series, kNow, kNow + 600);
  for (int jumps = 1; jumps <= 100; ++jumps) {
    series.Add({.begin = kNow + jumps * 3 * kDay, .units = 1});
  }
  series.Trim(kNow + 300 * kDay);
  EXPECT_EQ(series.Read(kAll, kNow + 300 * kDay).size(), 1);
  EXPECT_LE(room.bytes(), 8 * 16);
  constexpr std::int64_t kYear9999 = 253'000'000'000;
  series.Add({.begin = kYear9999, .units = 7});
  const auto last = series.Read(kAll, kYear9999);
  ASSERT_EQ(last.size(), 1);
  EXPECT_EQ(last.front(), (HeatSlot{kYear9999, 1, 7, 0, 0}));
}

TEST(HeatSeriesTest, AFrozenClockAddsToOneSlotUpToItsMaximum) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  for (int i = 0; i < 10; ++i) {
    series.Add({.begin = kNow, .units = 1'000'000'000, .throttles = 100'000'000, .bounds = 1});
  }
  const auto slots = series.Read(kAll, kNow);
  ASSERT_EQ(slots.size(), 1);
  EXPECT_EQ(slots.front().units, UINT32_MAX);
  EXPECT_EQ(slots.front().throttles, (1 << 28) - 1);
}

TEST(HeatSeriesTest, CoarserStepsHalveTheMemoryAndKeepTheSums) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  AddSeconds(series, kNow - kDay, kNow);
  series.Trim(kNow);
  const auto fine = room.bytes();
  for (int doublings = 1; doublings <= limits::kHeatDoublingsMax; ++doublings) {
    room.Coarsen(kNow);
    series.Trim(kNow);
    const auto slots = series.Read(kAll, kNow);
    ExpectOrdered(slots);
    EXPECT_EQ(UnitsOf(slots), kDay * 3);
    EXPECT_LE(room.bytes(), (fine >> static_cast<unsigned>(doublings)) * 3 / 2 + 64);
  }
  EXPECT_EQ(room.fine_step(), 1024);
  EXPECT_LE(series.Read(kAll, kNow).size(), 5);
}

TEST(HeatSeriesTest, FinerStepsApplyToNewSlotsOnly) {
  HeatRoom room(1 << 20);
  HeatSeries series(&room);
  room.Coarsen(kNow);
  room.Coarsen(kNow);
  AddSeconds(series, kNow, kNow + 2000);
  room.Refine(kNow + 2000);
  AddSeconds(series, kNow + 2000, kNow + 4000);
  room.Refine(kNow + 4000);
  AddSeconds(series, kNow + 4000, kNow + 4100);
  for (const auto now : {kNow + 4100, kNow + 5000, kNow + 9000}) {
    series.Trim(now);
    const auto slots = series.Read(kAll, now);
    ExpectOrdered(slots);
    EXPECT_EQ(UnitsOf(slots), 4100 * 3);
  }
}

TEST(HeatSeriesTest, WithoutRoomTheOldestSlotIsLost) {
  HeatRoom room(8 * 16);
  HeatSeries series(&room);
  AddSeconds(series, kNow, kNow + 100);
  EXPECT_LE(room.bytes(), 8 * 16);
  const auto slots = series.Read(kAll, kNow + 100);
  EXPECT_EQ(slots.back().begin, kNow + 99);
  EXPECT_EQ(slots.size() + room.lost(), 100);
  HeatSeries other(&room);  // has no slot to give up
  room.Coarsen(kNow);
  const auto lost = room.lost();
  AddSeconds(other, kNow, kNow + 1);
  EXPECT_LE(room.bytes(), 8 * 16);
  EXPECT_EQ(other.empty(), room.lost() > lost);
}

TEST(HeatSeriesTest, GivesItsMemoryBack) {
  HeatRoom room(1 << 20);
  {
    HeatSeries series(&room);
    AddSeconds(series, kNow, kNow + 100);
    HeatSeries moved = std::move(series);
    EXPECT_EQ(moved.Read(kAll, kNow + 100).size(), 100);
    EXPECT_GT(room.bytes(), 100U * 16 - 1);
  }
  EXPECT_EQ(room.bytes(), 0);
}

TEST(HeatSeriesTest, RecordsNothingWithoutARoom) {
  HeatSeries series;
  AddSeconds(series, kNow, kNow + 100);
  series.Trim(kNow);
  EXPECT_TRUE(series.Read(kAll, kNow).empty());
}

}  // namespace
}  // namespace stator::capacity
