#include "database/partition_work.h"

#include <algorithm>
#include <future>
#include <numeric>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "catalog/partitions.h"
#include "database/partition_sizes.h"
#include "storage/memory/memory_engine.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/temporary_folder.h"
#include "streams/lineage.h"
#include "table/testing.h"

namespace stator::database {
namespace {

using table::testing::MakeItem;
using table::testing::N;
using table::testing::S;

constexpr std::int64_t kBytesMax = 64LL * 1024;

// Returns text that no engine can compress, so that the engine's estimate matches the written
// bytes.
std::string Text(std::uint64_t seed, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::uint64_t state = seed * 2'654'435'769 + 1;
  for (auto& letter : text) {
    state = state * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    letter = static_cast<char>(' ' + (state >> 33U) % 95);
  }
  return text;
}

enum class Kept : std::uint8_t { kMemory, kDisk };

// Has a store without a Database around it, on either engine, with a frozen clock.
class PartitionWorkTest : public ::testing::TestWithParam<Kept> {
 protected:
  PartitionWorkTest() {
    engine_ = GetParam() == Kept::kMemory ? storage::OpenMemory() : OpenDisk();
    Load();
  }

  std::unique_ptr<storage::Engine> OpenDisk() const {
    return *storage::OpenRocksDb({.path = folder_.path(), .durability = storage::Durability::kOs});
  }

  void Load() {
    catalog_ = std::move(*catalog::Catalog::Load(*engine_));
    queue_ = std::make_unique<table::CommitQueue>(*engine_, *catalog_, clock_);
  }

  // Restarts, which flushes all data to files. RocksDB estimates the size of its write buffers only
  // roughly.
  void Restart() {
    if (GetParam() == Kept::kMemory) return;
    queue_.reset();
    engine_.reset();
    engine_ = OpenDisk();
    Load();
  }

  void Create(catalog::TableSettings settings) {
    settings.arn = catalog::TableArn("us-east-1", "1", settings.name);
    settings.stream.enabled = true;
    ASSERT_TRUE(queue_
                    ->Change([&](catalog::Catalog& all) {
                      return streams::PlanCreate(all, settings, clock_.Now());
                    })
                    .has_value());
  }

  catalog::TablePtr Table() const { return catalog_->Find("t"); }

  void Put(const item::Item& item) {
    std::promise<bool> written;
    queue_->Submit(
        table::testing::PutCommand(Table(), item),
        [&](const Result<table::Written>& result) { written.set_value(result.has_value()); });
    ASSERT_TRUE(written.get_future().get());
  }

  // Puts `count` items of about a kilobyte each.
  void Fill(int count, bool one_collection = false, std::size_t bytes = 1000) {
    for (int i = 0; i < count; ++i) {
      Put(MakeItem({{"pk", S(one_collection ? "one" : std::to_string(i))},
                    {"sk", N(i)},
                    {"g", S(std::to_string(i % 7))},
                    {"x", S(Text(static_cast<std::uint64_t>(i), bytes))}}));
    }
  }

  std::vector<PartSize> Sizes(const catalog::Index* index = nullptr) {
    const auto sizes = PartitionSizes(*engine_, *catalog_, *Table(), index);
    EXPECT_TRUE(sizes.has_value());
    return *sizes;
  }

  // Steps until no work is left.
  void Work(PartitionWork& work) {
    for (int i = 0; i < 100; ++i) {
      const auto outcome = work.Step();
      ASSERT_TRUE(outcome.has_value());
      if (!outcome->worked) return;
    }
    FAIL() << "there is always more to split";
  }

  const storage::testing::TemporaryFolder folder_;
  ManualServiceClock clock_{1'000'000'000'000};
  std::unique_ptr<storage::Engine> engine_;
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<table::CommitQueue> queue_;
};

TEST_P(PartitionWorkTest, PartitionSizesAddUpToTheTablesSize) {
  auto settings = table::testing::SortedTable("t");
  settings.partitions = catalog::EvenPartitions(4);
  settings.indexes = {table::testing::GlobalIndex("i", "g")};
  Create(settings);
  Fill(300);
  const auto check = [&](const std::vector<PartSize>& sizes, storage::Space space) {
    const auto counts = catalog_->StatisticsOf(*Table(), space);
    catalog::SpaceStatistics sum;
    for (const auto& size : sizes) {
      sum.bytes += size.bytes;
      sum.entries += size.entries;
    }
    EXPECT_EQ(sum, counts);
  };
  const auto sizes = Sizes();
  ASSERT_EQ(sizes.size(), 4U);
  check(sizes, (*Table())->rows);
  for (const auto& size : sizes) EXPECT_GT(size.bytes, 20'000);
  check(Sizes(&(*Table())->indexes[0]), (*Table())->indexes[0].space);
}

TEST_P(PartitionWorkTest, ALargePartitionIsSplitInItsMiddle) {
  Create(table::testing::SortedTable("t"));
  Fill(300);
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kBytesMax);
  Work(work);
  const auto table = Table();
  EXPECT_GE((*table)->partitions.size(), 5U);
  EXPECT_LE((*table)->partitions.size(), 24U);
  EXPECT_EQ((*table)->stream.shards.size(), (*table)->partitions.size());
  for (const auto& size : Sizes()) EXPECT_LE(size.bytes, kBytesMax);
  for (const auto& split : (*table)->splits) {
    EXPECT_EQ(split.reason, catalog::SplitReason::kSize);
    EXPECT_EQ(split.at.size(), 8U) << "between two collections";
  }
}

// The table is too large to be counted, so the engine's estimate is used.
TEST_P(PartitionWorkTest, SizesMayBeTheEnginesEstimates) {
  constexpr std::int64_t kLarge = 4LL * 1024 * 1024;
  Create(table::testing::SortedTable("t"));
  Fill(600, false, 30'000);
  Restart();
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kLarge);
  Work(work);
  for (const auto& size : Sizes()) EXPECT_LE(size.bytes, kLarge);
  EXPECT_GE((*Table())->partitions.size(), 5U);
  EXPECT_LE((*Table())->partitions.size(), 30U);
}

TEST_P(PartitionWorkTest, ALargeCollectionIsSplitInside) {
  Create(table::testing::SortedTable("t"));
  Fill(200, true);
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kBytesMax);
  Work(work);
  EXPECT_GE((*Table())->partitions.size(), 3U);
  EXPECT_GT((*Table())->partitions.back().begin.size(), 8U);
}

TEST_P(PartitionWorkTest, ACollectionUnderLocalIndexesIsNotSplit) {
  auto settings = table::testing::SortedTable("t");
  settings.indexes = {table::testing::LocalIndex("l", "g")};
  Create(settings);
  Fill(200, true);
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kBytesMax);
  Work(work);
  for (const auto& partition : (*Table())->partitions) {
    EXPECT_TRUE(partition.begin.empty() || partition.begin.size() == 8U);
  }
}

TEST_P(PartitionWorkTest, AnIndexIsSplitSeparately) {
  auto settings = table::testing::SortedTable("t");
  settings.partitions = catalog::EvenPartitions(16);
  settings.indexes = {table::testing::GlobalIndex("i", "g")};
  Create(settings);
  Fill(200);
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kBytesMax);
  Work(work);
  EXPECT_EQ((*Table())->partitions.size(), 16U);
  EXPECT_GE((*Table())->indexes[0].partitions.size(), 4U);
  EXPECT_EQ((*Table())->splits[0].index, "i");
}

TEST_P(PartitionWorkTest, SizesAreCheckedPeriodically) {
  Create(table::testing::SortedTable("t"));
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kBytesMax);
  Work(work);
  Fill(100);
  Work(work);
  EXPECT_EQ((*Table())->partitions.size(), 1U);
  clock_.Advance(limits::kSizesEvery);
  Work(work);
  EXPECT_GT((*Table())->partitions.size(), 1U);
}

TEST_P(PartitionWorkTest, NominationsThatFitAreCarriedOut) {
  Create(table::testing::SortedTable("t"));
  const auto number = (*Table())->number;
  using catalog::SplitReason;
  std::vector<WantedSplit> wanted{
      {"t", number, "", 1, Bytes("\x80"), SplitReason::kHeat},
      {"t", number, "", 1, Bytes("\x40"), SplitReason::kHeat},      // already split into two others
      {"t", number, "none", 1, Bytes("\x40"), SplitReason::kHeat},  // no such index
      {"t", number + 1, "", 1, Bytes("\x40"), SplitReason::kHeat},  // another table's number
      {"u", number, "", 1, Bytes("\x40"), SplitReason::kHeat},      // no such table
      {"t", number, "", 3, Bytes("\x90"), SplitReason::kGrowth},
      {"t", number, "", 2, Bytes("\xF0"), SplitReason::kHeat}};  // no such partition
  int asked = 0;
  PartitionWork work(*engine_, *catalog_, *queue_, clock_, kBytesMax, [&](TimeMicros now) {
    EXPECT_EQ(now, clock_.Now());
    ++asked;
    return std::exchange(wanted, {});
  });
  Work(work);
  const auto& splits = (*Table())->splits;
  ASSERT_EQ(splits.size(), 2U);
  EXPECT_EQ(splits[0], (catalog::Split{clock_.Now(), "", 1, SplitReason::kHeat, Bytes("\x80")}));
  EXPECT_EQ(splits[1].reason, SplitReason::kGrowth);
  EXPECT_EQ(asked, 1) << "once a second";
  clock_.Advance(1'000'000);
  Work(work);
  EXPECT_EQ(asked, 2);
}

INSTANTIATE_TEST_SUITE_P(Engines, PartitionWorkTest, ::testing::Values(Kept::kMemory, Kept::kDisk),
                         [](const auto& parameter) {
                           return parameter.param == Kept::kMemory ? "Memory" : "Disk";
                         });

}  // namespace
}  // namespace stator::database
