#include "admin/heat_runs.h"

#include <gtest/gtest.h>

namespace stator::admin {
namespace {

using capacity::HeatSlot;

constexpr std::int64_t kBegin = 1'700'000'040;

TEST(HeatRunsTest, FillsShortGapsAndLeavesOutLongOnes) {
  const HeatSlot slots[] = {{.begin = kBegin, .units = 2000},
                            {.begin = kBegin + 2, .units = 1},
                            {.begin = kBegin + 100, .units = 4}};
  const auto runs = RunsOf(slots, 1000);
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs[0].time, kBegin);
  EXPECT_EQ(runs[0].units, (std::vector<double>{1000, 0, 0.5}));
  EXPECT_EQ(runs[0].share, (std::vector<double>{1, 0, 0.001}));
  EXPECT_FALSE(runs[0].throttles || runs[0].reasons);
  EXPECT_EQ(runs[1].time, kBegin + 100);
}

TEST(HeatRunsTest, ARunHasOneStep) {
  const HeatSlot slots[] = {{.begin = kBegin, .seconds = 60, .units = 60'000},
                            {.begin = kBegin + 60, .seconds = 60, .throttles = 3, .bounds = 2},
                            {.begin = kBegin + 120, .units = 2}};
  const auto runs = RunsOf(slots, 1000);
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs[0].step, 60);
  EXPECT_EQ(runs[0].share, (std::vector<double>{0.5, 0}));
  EXPECT_EQ(*runs[0].throttles, (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(*runs[0].reasons, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(runs[1].step, 1);
}

TEST(HeatRunsTest, TooManySlotsBecomeLonger) {
  std::vector<HeatRow> rows(2);
  for (auto& row : rows) {
    for (int i = 0; i < 20; ++i) {
      row.slots[0].push_back({.begin = kBegin + i * 60, .seconds = 60, .units = 1});
    }
    for (int i = 0; i < 600; ++i) row.slots[1].push_back({.begin = kBegin + 1200 + i, .units = 1});
  }
  FitSlots(rows, 400);
  EXPECT_EQ(rows[0].slots[1].front().seconds, 4);
  EXPECT_EQ(rows[0].slots[0].front().seconds, 240);
  std::int64_t units = 0;
  std::size_t count = 0;
  for (const auto& row : rows) {
    for (const auto& slots : row.slots) {
      for (const auto& slot : slots) units += slot.units;
      count += slots.size();
    }
  }
  EXPECT_EQ(units, 1240);
  EXPECT_LE(count, 400);
}

}  // namespace
}  // namespace stator::admin
