#include "streams/lineage.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/endian.h"
#include "base/limits.h"
#include "catalog/partitions.h"
#include "streams/testing.h"

namespace stator::streams {
namespace {

using testing::Store;

// [INV-STREAM-1]
void ExpectAligned(const catalog::Table& table, const catalog::StreamDescriptor& stream) {
  const auto& partitions = table->partitions;
  ASSERT_EQ(table->stream.shards.size(), partitions.size());
  std::size_t open = 0;
  for (const auto& shard : stream->shards) open += shard.open() ? 1 : 0;
  EXPECT_EQ(open, partitions.size());
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    const auto* shard = stream.FindShard(table->stream.shards[i].number);
    ASSERT_NE(shard, nullptr);
    EXPECT_TRUE(shard->open());
    EXPECT_EQ(shard->log, table->stream.shards[i].log);
    EXPECT_EQ(shard->begin, partitions[i].begin);
    EXPECT_EQ(shard->end, i + 1 == partitions.size() ? Bytes() : partitions[i + 1].begin);
  }
}

TEST(Lineage, CreatingATableOpensItsStream) {
  Store store;
  const auto table = store.Create("t");
  const auto stream = store.StreamOf("t");
  ASSERT_TRUE(stream);
  EXPECT_EQ((*stream)->table, (*table)->number);
  EXPECT_EQ((*stream)->arn, (*table)->arn + "/stream/" + (*table)->stream.label);
  EXPECT_EQ((*stream)->label, "2084-01-29T16:00:00.000");
  ExpectAligned(*table, *stream);
}

TEST(Lineage, ReenablingCreatesANewStreamEvenWithAFrozenClock) {
  Store store;
  store.Create("t");
  const auto first = store.StreamOf("t");
  store.Put("t", "a", 1);
  store.Enable("t", false);
  store.Put("t", "a", 2);
  store.Enable("t", true);
  store.Put("t", "a", 3);
  const auto second = store.StreamOf("t");
  EXPECT_NE((*first)->arn, (*second)->arn);
  const auto closed = store.catalog->FindStream((*first)->arn);
  ASSERT_TRUE(closed);
  EXPECT_EQ((*closed)->disabled, store.clock.Now());
  EXPECT_FALSE((*closed)->shards[0].open());
  EXPECT_EQ(store.RecordsOf((*closed)->shards[0]).size(), 1U);
  EXPECT_EQ(store.RecordsOf((*second)->shards[0]).size(), 1U);
}

TEST(Lineage, AStreamOutlivesItsTableAndItsNamesake) {
  Store store;
  store.Create("t");
  store.Put("t", "a", 1);
  const auto first = store.StreamOf("t");
  store.Drop("t");
  store.Create("t");
  EXPECT_NE((*store.StreamOf("t"))->arn, (*first)->arn);
  const auto closed = store.catalog->FindStream((*first)->arn);
  ASSERT_TRUE(closed);
  EXPECT_EQ(store.RecordsOf((*closed)->shards[0]).size(), 1U);
}

TEST(Lineage, ASplitClosesAShardAndOpensTwo) {
  Store store;
  store.Create("t");
  for (int i = 0; i < 20; ++i) store.Put("t", std::to_string(i), 1);
  store.Split("t");
  for (int i = 0; i < 20; ++i) store.Put("t", std::to_string(i), 2);
  const auto table = store.catalog->Find("t");
  const auto stream = store.StreamOf("t");
  ExpectAligned(*table, *stream);
  ASSERT_EQ((*stream)->shards.size(), 3U);
  const auto& [parent, left, right] =
      std::tie((*stream)->shards[0], (*stream)->shards[1], (*stream)->shards[2]);
  EXPECT_EQ(parent.closed_by, left.opened_by);
  EXPECT_EQ(left.parent, parent.number);
  EXPECT_EQ(right.parent, parent.number);
  EXPECT_LT(EndOf(parent), StartOf(left));
  EXPECT_EQ(store.RecordsOf(parent).size(), 20U);
  const auto lefts = store.RecordsOf(left);
  const auto rights = store.RecordsOf(right);
  EXPECT_EQ(lefts.size() + rights.size(), 20U);
  EXPECT_FALSE(lefts.empty());
  EXPECT_FALSE(rights.empty());
  for (const auto& record : lefts) EXPECT_LT(StartOf(left), record.position);
  for (const auto& record : store.RecordsOf(parent)) EXPECT_LT(record.position, EndOf(parent));
}

TEST(Lineage, TheWidestPartitionIsSplitInTheMiddleUntilThereAreEnough) {
  Store store;
  store.Create("t");
  for (std::size_t i = 1; i < limits::kPartitionsMax; ++i) store.Split("t");
  const auto table = store.catalog->Find("t");
  ExpectAligned(*table, *store.StreamOf("t"));
  std::set<std::uint32_t> numbers;
  for (const auto& partition : (*table)->partitions) numbers.insert(partition.number);
  EXPECT_EQ(numbers.size(), limits::kPartitionsMax);
  EXPECT_EQ((*table)->partitions[1].begin, Bytes("\x00\x3F\xFF\xFF\xFF\xFF\xFF\xFF", 8));
  EXPECT_FALSE(ChooseSplit(table->settings(), {}).has_value());
}

TEST(Lineage, ASplitMayNameItsPartitionAndKey) {
  Store store;
  store.Create("t", false);
  const auto settings = store.catalog->Find("t")->settings();
  const auto by_key = ChooseSplit(settings, {.key = Bytes("key")});
  ASSERT_TRUE(by_key.has_value());
  EXPECT_EQ(by_key->at, "key");
  EXPECT_TRUE(ChooseSplit(settings, {.partition = 1}).has_value());
  EXPECT_FALSE(ChooseSplit(settings, {.partition = 2}).has_value());
  EXPECT_FALSE(ChooseSplit(settings, {.key = Bytes()}).has_value());
  store.Split("t");
  const auto split = store.catalog->Find("t")->settings();
  EXPECT_TRUE(split.stream.shards.empty());
  ASSERT_EQ(split.partitions.size(), 2U);
  EXPECT_FALSE(ChooseSplit(split, {.partition = split.partitions[0].number, .key = Bytes("\xFF")})
                   .has_value());
  EXPECT_FALSE(ChooseSplit(split, {.key = split.partitions[1].begin}).has_value());
}

TEST(Lineage, APartitionThatNoKeyFallsIntoIsNotSplit) {
  Store store;
  store.Create("t", false);
  auto settings = store.catalog->Find("t")->settings();
  settings.partitions = {{1, Bytes()}, {2, Bytes(1, '\0')}};
  EXPECT_FALSE(ChooseSplit(settings, {.partition = 1}).has_value());
  EXPECT_TRUE(ChooseSplit(settings, {.partition = 2}).has_value());
}

// UpdateTable plans several splits in one change when throughput grows.
TEST(Lineage, ManySplitsAtOnceAreFollowedByTheirShards) {
  Store store;
  store.Create("t");
  for (int i = 0; i < 20; ++i) store.Put("t", std::to_string(i), 1);
  const auto grow = [&](std::size_t count) {
    const auto done = store.Change([&](catalog::Catalog& all) {
      const auto table = all.Find("t");
      auto settings = table->settings();
      catalog::SplitUntil(count, "", catalog::SplitReason::kThroughput, store.clock.Now(),
                          settings);
      return PlanReplace(all, *table, std::move(settings), store.clock.Now());
    });
    ASSERT_TRUE(done.has_value());
  };
  grow(4);
  ExpectAligned(*store.catalog->Find("t"), *store.StreamOf("t"));
  const auto first = store.StreamOf("t");
  ASSERT_EQ((*first)->shards.size(), 5U);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ((*first)->shards[i].parent, 1U);
  grow(6);
  for (int i = 0; i < 20; ++i) store.Put("t", std::to_string(i), 2);
  const auto table = store.catalog->Find("t");
  const auto stream = store.StreamOf("t");
  ExpectAligned(*table, *stream);
  ASSERT_EQ((*stream)->shards.size(), 9U);
  std::size_t records = 0;
  for (const auto& shard : (*stream)->shards) records += store.RecordsOf(shard).size();
  EXPECT_EQ(records, 40U);
  ASSERT_EQ((*table)->splits.size(), 5U);
  EXPECT_EQ((*table)->splits.back().reason, catalog::SplitReason::kThroughput);
}

TEST(Lineage, AnIndexIsSplitWithoutTheStream) {
  Store store;
  auto settings = table::testing::KeyedTable("t");
  settings.arn = "arn";
  settings.stream.enabled = true;
  settings.indexes = {table::testing::GlobalIndex("g", "a")};
  ASSERT_TRUE(store
                  .Change([&](catalog::Catalog& all) {
                    return PlanCreate(all, settings, store.clock.Now());
                  })
                  .has_value());
  const auto stream = store.StreamOf("t");
  const auto created = store.catalog->Find("t");
  EXPECT_FALSE(ChooseSplit(created->settings(), {.index = "h"}).has_value());
  const auto point = ChooseSplit(created->settings(), {.index = "g"});
  ASSERT_TRUE(point.has_value());
  ASSERT_TRUE(store
                  .Change([&](catalog::Catalog& all) {
                    return PlanSplit(all, *all.Find("t"), *point, catalog::SplitReason::kHeat,
                                     store.clock.Now());
                  })
                  .has_value());
  const auto table = store.catalog->Find("t");
  EXPECT_EQ((*table)->partitions.size(), 1U);
  EXPECT_EQ((*table)->indexes[0].partitions.size(), 2U);
  EXPECT_EQ(store.StreamOf("t")->settings(), stream->settings());
  ASSERT_EQ((*table)->splits.size(), 1U);
  EXPECT_EQ((*table)->splits[0].index, "g");
}

// [INV-PARTITION-1], [INV-STREAM-1] and [INV-STREAM-2] hold after any changes in any order.
TEST(Lineage, AnyChangesLeavePartitionsWholeAndShardsAligned) {
  Store store;
  store.Create("t");
  std::mt19937_64 random(7);
  for (int step = 0; step < 60; ++step) {
    const auto done = store.Change([&](catalog::Catalog& all) -> Result<catalog::Change> {
      const auto table = all.Find("t");
      const auto now = store.clock.Now();
      auto settings = table->settings();
      switch (random() % 5) {
        case 0:
          catalog::SplitUntil(settings.partitions.size() + random() % 3, "",
                              catalog::SplitReason::kThroughput, now, settings);
          settings.stream.enabled = settings.stream.enabled || random() % 2 == 0;
          return PlanReplace(all, *table, std::move(settings), now);
        case 1:
          settings.stream.enabled = !settings.stream.enabled;
          return PlanReplace(all, *table, std::move(settings), now);
        case 2: {
          if (settings.stream.shards.empty()) return catalog::Change{};
          const std::uint32_t shard[] = {settings.stream.shards.front().number};
          return PlanRollOver(all, *table, shard, now);
        }
        default: {
          Bytes key;
          AppendBigEndian64(random(), key);
          const auto point = ChooseSplit(settings, {.key = key + "k"});
          if (!point) return catalog::Change{};
          return PlanSplit(all, *table, *point, catalog::SplitReason::kHeat, now);
        }
      }
    });
    ASSERT_TRUE(done.has_value());
    store.clock.Advance(kSecond);
    const auto table = store.catalog->Find("t");
    const auto stream = store.StreamOf("t");
    const auto& partitions = (*table)->partitions;
    EXPECT_TRUE(partitions[0].begin.empty());
    for (std::size_t i = 1; i < partitions.size(); ++i) {
      EXPECT_LT(partitions[i - 1].begin, partitions[i].begin);
    }
    if ((*table)->stream.enabled) ExpectAligned(*table, *stream);
    for (const auto& shard : (*stream)->shards) {
      if (shard.parent == 0) continue;
      const auto* parent = stream->FindShard(shard.parent);
      ASSERT_NE(parent, nullptr);
      EXPECT_EQ(parent->closed_by, shard.opened_by);
      EXPECT_LE(parent->begin, shard.begin);
      EXPECT_TRUE(parent->end.empty() || (!shard.end.empty() && shard.end <= parent->end));
    }
  }
  EXPECT_GT((*store.catalog->Find("t"))->partitions.size(), 20U);
  store.queue->Stop();
  const Store again(store.engine);
  EXPECT_EQ(again.catalog->Find("t")->settings(), store.catalog->Find("t")->settings());
}

TEST(Lineage, LineageSurvivesReloading) {
  Store store;
  store.Create("t");
  store.Split("t");
  const auto stream = store.StreamOf("t");
  store.queue->Stop();
  const Store again(store.engine);
  EXPECT_EQ(again.StreamOf("t")->settings(), stream->settings());
  EXPECT_EQ(again.catalog->Find("t")->settings(), store.catalog->Find("t")->settings());
}

TEST(Lineage, TheStreamDisabledFirstIsDroppedForANewOne) {
  Store store;
  store.Create("t");
  // Fills the limit by enabling and disabling the stream of one table.
  std::vector<std::string> arns;
  while (store.catalog->stream_count() < limits::kStreamsMax) {
    arns.push_back((*store.StreamOf("t"))->arn);
    store.Enable("t", false);
    store.clock.Advance(1);
    store.Enable("t", true);
  }
  store.Create("another");
  EXPECT_TRUE(store.StreamOf("another"));
  EXPECT_EQ(store.catalog->stream_count(), limits::kStreamsMax);
  EXPECT_FALSE(store.catalog->FindStream(arns[0]));
  EXPECT_TRUE(store.catalog->FindStream(arns[1]));
  EXPECT_TRUE(store.StreamOf("t"));
}

}  // namespace
}  // namespace stator::streams
