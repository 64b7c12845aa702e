#include "admin/heat_rows.h"

#include <gtest/gtest.h>

#include "catalog/partitions.h"

namespace stator::admin {
namespace {

using catalog::SplitReason;

catalog::TableSettings SettingsOf(std::size_t partitions) {
  catalog::TableSettings settings;
  settings.partitions = catalog::EvenPartitions(partitions);
  return settings;
}

std::vector<std::uint32_t> NumbersOf(const std::vector<HeatRow>& rows) {
  std::vector<std::uint32_t> numbers;
  for (const auto& row : rows) numbers.push_back(row.partition);
  return numbers;
}

TEST(HeatRowsTest, SplitPartitionsStandBeforeTheirChildren) {
  auto settings = SettingsOf(2);
  catalog::SplitPartition({.time = 10, .partition = 1, .reason = SplitReason::kHeat, .at = "\x40"},
                          settings);
  std::vector<capacity::PartitionHeat> heat(1);
  heat[0].number = 4;
  heat[0].slots[0] = {{.begin = 5, .units = 7}};
  const auto rows = HeatRowsOf(settings, "", std::move(heat));
  EXPECT_EQ(NumbersOf(rows), (std::vector<std::uint32_t>{1, 3, 4, 2}));
  EXPECT_EQ(rows[0].ends, 10);
  EXPECT_EQ(rows[0].reason, SplitReason::kHeat);
  EXPECT_EQ(rows[0].at, "\x40");
  EXPECT_EQ(rows[0].range.end, settings.partitions[2].begin);
  EXPECT_EQ(rows[1].parent, 1);
  EXPECT_EQ(rows[1].begins, 10);
  EXPECT_EQ(rows[1].range.end, "\x40");
  EXPECT_EQ(rows[2].slots[0].size(), 1);
  EXPECT_FALSE(rows[3].begins || rows[3].ends || rows[3].range.end);
}

TEST(HeatRowsTest, SplitsOfOneMomentAreOneFork) {
  auto settings = SettingsOf(1);
  catalog::SplitUntil(8, "", SplitReason::kThroughput, 10, settings);
  const auto rows = HeatRowsOf(settings, "", {});
  ASSERT_EQ(rows.size(), 9);
  EXPECT_EQ(rows[0].partition, 1);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].parent, 1);
    EXPECT_EQ(rows[i].begins, 10);
    EXPECT_FALSE(rows[i].ends);
  }
}

TEST(HeatRowsTest, KeepsPartitionsWhoseSplitIsNoLongerKnown) {
  std::vector<capacity::PartitionHeat> heat(1);
  heat[0] = {.number = 1, .range = {"", "\x80"}, .ended = 5};
  heat[0].slots[1] = {{.begin = 5, .units = 7}};
  auto settings = SettingsOf(2);
  for (auto& partition : settings.partitions) partition.number += 10;
  const auto rows = HeatRowsOf(settings, "", std::move(heat));
  EXPECT_EQ(NumbersOf(rows), (std::vector<std::uint32_t>{1, 11, 12}));
  EXPECT_EQ(rows[0].ends, 5);
  EXPECT_FALSE(rows[0].reason);
  EXPECT_FALSE(rows[1].parent);
}

TEST(HeatRowsTest, AnUnknownIndexHasNoRows) {
  EXPECT_TRUE(HeatRowsOf(SettingsOf(2), "none", {}).empty());
}

}  // namespace
}  // namespace stator::admin
