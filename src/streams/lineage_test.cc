#include "streams/lineage.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/limits.h"
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

TEST(Lineage, AStreamComesWithItsTable) {
  Store store;
  const auto table = store.Create("t");
  const auto stream = store.StreamOf("t");
  ASSERT_TRUE(stream);
  EXPECT_EQ((*stream)->table, (*table)->number);
  EXPECT_EQ((*stream)->arn, (*table)->arn + "/stream/" + (*table)->stream.label);
  EXPECT_EQ((*stream)->label, "2084-01-29T16:00:00.000");
  ExpectAligned(*table, *stream);
}

TEST(Lineage, EnabledAnewItIsAnotherStreamAlsoWhenTimeStandsStill) {
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
  EXPECT_EQ((*table)->partitions[1].begin, Bytes("\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8));
  EXPECT_FALSE(ChooseSplit(table->settings(), std::nullopt, std::nullopt).has_value());
}

TEST(Lineage, ASplitMayBeNamed) {
  Store store;
  store.Create("t", false);
  const auto settings = store.catalog->Find("t")->settings();
  const auto by_key = ChooseSplit(settings, std::nullopt, Bytes("key"));
  ASSERT_TRUE(by_key.has_value());
  EXPECT_EQ(by_key->at, "key");
  EXPECT_TRUE(ChooseSplit(settings, 1, std::nullopt).has_value());
  EXPECT_FALSE(ChooseSplit(settings, 2, std::nullopt).has_value());
  EXPECT_FALSE(ChooseSplit(settings, std::nullopt, Bytes()).has_value());
  store.Split("t");
  const auto split = store.catalog->Find("t")->settings();
  EXPECT_TRUE(split.stream.shards.empty());
  ASSERT_EQ(split.partitions.size(), 2U);
  EXPECT_FALSE(ChooseSplit(split, split.partitions[0].number, Bytes("\xFF")).has_value());
  EXPECT_FALSE(ChooseSplit(split, std::nullopt, split.partitions[1].begin).has_value());
}

TEST(Lineage, ItSurvivesReloading) {
  Store store;
  store.Create("t");
  store.Split("t");
  const auto stream = store.StreamOf("t");
  store.queue->Stop();
  const Store again(store.engine);
  EXPECT_EQ(again.StreamOf("t")->settings(), stream->settings());
  EXPECT_EQ(again.catalog->Find("t")->settings(), store.catalog->Find("t")->settings());
}

TEST(Lineage, TheStreamThatWasDisabledFirstMakesRoomForAnother) {
  Store store;
  store.Create("t");
  // As many as there may be, by way of one table that is told to begin and to end.
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
