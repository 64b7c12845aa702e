#include "catalog/partitions.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "base/endian.h"
#include "base/limits.h"
#include "catalog/table_codec.h"

namespace stator::catalog {
namespace {

TableSettings WithIndex() {
  TableSettings settings;
  settings.name = "t";
  settings.partition_key = {"pk", item::Type::kString};
  settings.partitions = EvenPartitions(1);
  Index index;
  index.name = "g";
  index.hash_keys = {{"g", item::Type::kString}};
  index.partitions = EvenPartitions(4);
  settings.indexes = {index};
  return settings;
}

Bytes Route(std::uint64_t route) {
  Bytes key;
  AppendBigEndian64(route, key);
  return key;
}

// Checks [INV-PARTITION-1]. `gone` holds the numbers that no partition may have again.
void ExpectWhole(const std::vector<PartitionRange>& partitions, std::set<std::uint32_t>& gone) {
  ASSERT_FALSE(partitions.empty());
  EXPECT_TRUE(partitions[0].begin.empty());
  std::set<std::uint32_t> numbers;
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    EXPECT_TRUE(numbers.insert(partitions[i].number).second);
    EXPECT_FALSE(gone.contains(partitions[i].number));
    EXPECT_EQ(PartitionOf(partitions, partitions[i].begin), i);
    if (i > 0) {
      EXPECT_LT(partitions[i - 1].begin, partitions[i].begin);
    }
  }
}

TEST(Partitions, AreCutEvenly) {
  EXPECT_EQ(EvenPartitions(1), (std::vector<PartitionRange>{{1, Bytes()}}));
  const auto four = EvenPartitions(4);
  ASSERT_EQ(four.size(), 4U);
  EXPECT_EQ(four[1].begin, Route(std::uint64_t{1} << 62U));
  EXPECT_EQ(four[3].begin, Route(std::uint64_t{3} << 62U));
  std::set<std::uint32_t> gone;
  for (const std::size_t count : {3U, 7U, 54U, 1000U, 1024U}) {
    const auto partitions = EvenPartitions(count);
    EXPECT_EQ(partitions.size(), count);
    ExpectWhole(partitions, gone);
  }
}

TEST(Partitions, TheWidestIsSplitInTheMiddle) {
  auto settings = WithIndex();
  SplitUntil(3, "", SplitReason::kThroughput, 7, settings);
  ASSERT_EQ(settings.partitions.size(), 3U);
  EXPECT_EQ(settings.partitions[2].begin, Route(0xBFFFFFFFFFFFFFFF));
  ASSERT_EQ(settings.splits.size(), 2U);
  EXPECT_EQ(settings.splits[0],
            (Split{7, "", 1, SplitReason::kThroughput, Route(0x7FFFFFFFFFFFFFFF)}));
  EXPECT_EQ(settings.splits[1].partition, 3U);
  EXPECT_EQ(settings.indexes[0].partitions, EvenPartitions(4));
}

TEST(Partitions, ACollectionHasNoMiddleRoute) {
  const std::vector<PartitionRange> partitions{
      {1, Bytes()}, {2, Route(5) + "a"}, {3, Route(5) + "b"}, {4, Route(6)}};
  EXPECT_FALSE(MiddleRoute(partitions, 1));
  EXPECT_FALSE(MiddleRoute(partitions, 2));
  EXPECT_TRUE(MiddleRoute(partitions, 3));
}

// The range ends before the first whole route, so the middle of its routes would lie after its end.
TEST(Partitions, ARangeBelowAllRoutesHasNoMiddleRoute) {
  const std::vector<PartitionRange> partitions{
      {1, Bytes()}, {2, Bytes(1, '\0')}, {3, Bytes(3, '\0')}, {4, Route(4)}};
  EXPECT_FALSE(MiddleRoute(partitions, 0));
  EXPECT_FALSE(MiddleRoute(partitions, 1));
  EXPECT_EQ(MiddleRoute(partitions, 2), Route(2));
}

// One call gives the same partitions as repeated splits of the widest one.
TEST(Partitions, SplitUntilEqualsRepeatedSplitsOfTheWidest) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    auto expected = WithIndex();
    for (int i = 0; i < 5; ++i) {
      const auto at = Route(random());
      const auto place = PartitionOf(expected.partitions, at);
      SplitPartition({1, "", expected.partitions[place].number, SplitReason::kHeat, at}, expected);
    }
    auto settings = expected;
    const auto count = 6 + random() % 200;
    while (expected.partitions.size() < count) {
      const auto& partitions = expected.partitions;
      const auto widest = WidestPartition(partitions);
      SplitPartition({3, "", partitions[widest].number, SplitReason::kGrowth,
                      *MiddleRoute(partitions, widest)},
                     expected);
    }
    SplitUntil(count, "", SplitReason::kGrowth, 3, settings);
    EXPECT_EQ(settings, expected);
  }
}

// Searching all partitions for the widest one at each split would take far too long.
TEST(Partitions, VeryManySplitsAreFast) {
  constexpr std::size_t kMany = 200'000;
  auto settings = WithIndex();
  SplitUntil(kMany, "g", SplitReason::kThroughput, 1, settings);
  std::set<std::uint32_t> gone;
  EXPECT_EQ(settings.indexes[0].partitions.size(), kMany);
  ExpectWhole(settings.indexes[0].partitions, gone);
}

TEST(Partitions, OnlyTheLastSplitsAreKept) {
  auto settings = WithIndex();
  SplitUntil(limits::kSplitsKept + 11, "", SplitReason::kGrowth, 1, settings);
  EXPECT_EQ(settings.splits.size(), limits::kSplitsKept);
  EXPECT_GT(settings.splits.front().partition, 1U);
}

TEST(Partitions, AnySplitsKeepTheInvariantAndRoundTrip) {
  std::mt19937_64 random(42);
  for (int round = 0; round < 20; ++round) {
    auto settings = WithIndex();
    std::set<std::uint32_t> gone[2];
    for (int step = 0; step < 40; ++step) {
      const std::string index = random() % 2 == 0 ? "" : "g";
      auto& partitions = *PartitionsOf(settings, index);
      auto& dead = gone[index.empty() ? 0 : 1];
      if (random() % 4 == 0) {
        for (const auto& each : partitions) dead.insert(each.number);
        SplitUntil(partitions.size() + random() % 3, index, SplitReason::kThroughput, step,
                   settings);
        for (const auto& each : partitions) dead.erase(each.number);
      } else {
        auto at = Route(random());
        if (random() % 2 == 0) at += "within";
        const auto place = PartitionOf(partitions, at);
        if (partitions[place].begin == at) continue;
        const auto number = partitions[place].number;
        SplitPartition({step, index, number, SplitReason::kHeat, at}, settings);
        dead.insert(number);
        EXPECT_EQ(partitions[PartitionOf(partitions, at)].begin, at);
      }
      ExpectWhole(partitions, dead);
    }
    const auto decoded = DecodeTable(EncodeTable(settings));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(*decoded, settings);
  }
}

}  // namespace
}  // namespace stator::catalog
