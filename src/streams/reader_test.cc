#include "streams/reader.h"

#include <gtest/gtest.h>

#include "streams/testing.h"

namespace stator::streams {
namespace {

using testing::Store;

catalog::Shard FirstShard(const Store& store) { return (*store.StreamOf("t"))->shards.front(); }

TEST(Reader, PagesConcatenateToTheWhole) {
  Store store;
  store.Create("t");
  for (int i = 0; i < 10; ++i) store.Put("t", "a", i);
  const auto shard = FirstShard(store);
  const auto whole = store.RecordsOf(shard);
  ASSERT_EQ(whole.size(), 10U);
  for (std::size_t limit = 1; limit <= 10; ++limit) {
    std::vector<LoggedRecord> read;
    auto next = StartOf(shard);
    for (bool more = true; more;) {
      auto page = ReadRecords(*store.engine, shard, next, 0, {.records_max = limit});
      ASSERT_TRUE(page.has_value());
      for (auto& record : page->records) read.push_back(std::move(record));
      next = page->next;
      more = page->more;
    }
    ASSERT_EQ(read.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(read[i].position, whole[i].position);
  }
}

TEST(Reader, PageBytesAreBoundedButOneRecordAlwaysFits) {
  Store store;
  store.Create("t");
  for (int i = 0; i < 3; ++i) store.Put("t", "a", i);
  const auto shard = FirstShard(store);
  const auto page = ReadRecords(*store.engine, shard, StartOf(shard), 0, {.bytes_max = 1});
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->records.size(), 1U);
  EXPECT_TRUE(page->more);
}

// The record of the Developer Guide's example has 26 bytes.
TEST(Reader, SizesAreThoseOfKeysAndImages) {
  using table::testing::MakeItem;
  using table::testing::N;
  using table::testing::S;
  const auto keys = MakeItem({{"Id", N(101)}});
  const auto image = MakeItem({{"Id", N(101)}, {"Message", S("New item!")}});
  EXPECT_EQ(SizeOf({.keys = keys.view(), .new_image = image.view()}), 26U);
}

TEST(Reader, RecordsOlderThanADayAreTrimmed) {
  Store store;
  store.Create("t");
  const auto shard = FirstShard(store);
  for (int i = 0; i < 30; ++i) {
    store.Put("t", "a", i);
    store.clock.Advance(kHour);
  }
  // Thirty records, the newest an hour old.
  const auto horizon = HorizonAt(store.clock.Now());
  EXPECT_EQ(store.RecordsOf(shard).size(), 24U);
  EXPECT_FALSE(ReadRecords(*store.engine, shard, StartOf(shard), horizon).has_value());
  EXPECT_FALSE(CheckNotTrimmed(*store.engine, shard, StartOf(shard), horizon).has_value());
  const auto oldest = OldestOf(*store.engine, shard, horizon);
  EXPECT_TRUE(CheckNotTrimmed(*store.engine, shard, *oldest, horizon).has_value());
  store.clock.Advance(100 * kHour);
  EXPECT_TRUE(store.RecordsOf(shard).empty());
}

TEST(Reader, LatestIsAfterAllRecords) {
  Store store;
  store.Create("t");
  const auto shard = FirstShard(store);
  EXPECT_EQ(*LatestOf(*store.engine, shard), StartOf(shard));
  store.Put("t", "a", 1);
  const auto latest = LatestOf(*store.engine, shard);
  store.Put("t", "a", 2);
  const auto page = ReadRecords(*store.engine, shard, *latest, 0);
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->records.size(), 1U);
}

}  // namespace
}  // namespace stator::streams
