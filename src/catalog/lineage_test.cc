#include "catalog/lineage.h"

#include <gtest/gtest.h>

#include "catalog/partitions.h"

namespace stator::catalog {
namespace {

TableSettings SettingsOf(std::size_t partitions) {
  TableSettings settings;
  settings.partitions = EvenPartitions(partitions);
  return settings;
}

void SplitAt(TableSettings& settings, Bytes at, TimeMicros time) {
  const auto place = PartitionOf(settings.partitions, at);
  SplitPartition({.time = time, .partition = settings.partitions[place].number, .at = at},
                 settings);
}

TEST(LineageTest, NamesTheChildrenAndTheRangeOfEachSplit) {
  auto settings = SettingsOf(2);  // partitions 1 and 2
  const Bytes half = settings.partitions[1].begin;
  SplitAt(settings, "\x40", 10);  // 1 becomes 3 and 4
  SplitAt(settings, "\xC0", 20);  // 2 becomes 5 and 6
  SplitAt(settings, "\x50", 30);  // 4 becomes 7 and 8
  const auto past = PastSplitsOf(settings, "");
  ASSERT_EQ(past.size(), 3);
  EXPECT_EQ(past[0], (PastSplit{10, 1, "", half, "\x40", {3, 4}, SplitReason::kRequest}));
  EXPECT_EQ(past[1], (PastSplit{20, 2, half, std::nullopt, "\xC0", {5, 6}, SplitReason::kRequest}));
  EXPECT_EQ(past[2], (PastSplit{30, 4, "\x40", half, "\x50", {7, 8}, SplitReason::kRequest}));
}

TEST(LineageTest, GoesBackAsFarAsTheHistory) {
  auto settings = SettingsOf(1);
  SplitUntil(200, "", SplitReason::kThroughput, 5, settings);
  const auto past = PastSplitsOf(settings, "");
  ASSERT_EQ(past.size(), settings.splits.size());
  EXPECT_EQ(past.back().children, (std::array<std::uint32_t, 2>{398, 399}));
  EXPECT_EQ(past.front().partition, settings.splits.front().partition);
  EXPECT_EQ(past.front().reason, SplitReason::kThroughput);
}

TEST(LineageTest, LeavesOutSplitsOfOthers) {
  auto settings = SettingsOf(1);
  settings.splits.push_back({.time = 1, .partition = 7, .at = "\x20"});  // does not fit
  SplitAt(settings, "\x40", 10);
  settings.splits.push_back({.time = 20, .index = "gone", .partition = 1, .at = "\x60"});
  ASSERT_EQ(PastSplitsOf(settings, "").size(), 1);
  EXPECT_EQ(PastSplitsOf(settings, "")[0].time, 10);
  EXPECT_TRUE(PastSplitsOf(settings, "gone").empty());
}

}  // namespace
}  // namespace stator::catalog
