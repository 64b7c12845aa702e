#include "streams/stream_work.h"

#include <gtest/gtest.h>

#include "streams/testing.h"

namespace stator::streams {
namespace {

using testing::Store;

class StreamWorkTest : public ::testing::Test {
 protected:
  StreamWorkTest() { store_.Create("t"); }

  // Steps until no work is due now, and returns the last outcome.
  table::StepOutcome Settle() {
    while (true) {
      const auto outcome = work_.Step();
      CHECK(outcome.has_value());
      if (!outcome->worked) return *outcome;
    }
  }
  std::vector<catalog::Shard> Shards() const { return (*store_.StreamOf("t"))->shards; }

  Store store_;
  StreamWork work_{*store_.engine, *store_.catalog, *store_.queue, store_.clock};
};

TEST_F(StreamWorkTest, AShardWithRecordsRollsOverAfterFourHours) {
  store_.Put("t", "a", 1);
  EXPECT_EQ(Settle().wait, 4 * kHour);
  EXPECT_EQ(Shards().size(), 1U);
  store_.clock.Advance(4 * kHour);
  Settle();
  ASSERT_EQ(Shards().size(), 2U);
  EXPECT_FALSE(Shards()[0].open());
  EXPECT_EQ(Shards()[1].parent, 1U);
  EXPECT_EQ(Shards()[1].begin, Shards()[0].begin);
  store_.Put("t", "a", 2);
  EXPECT_EQ(store_.RecordsOf(Shards()[0]).size(), 1U);
  EXPECT_EQ(store_.RecordsOf(Shards()[1]).size(), 1U);
}

TEST_F(StreamWorkTest, AnEmptyShardStaysOpenUntilItHoldsARecord) {
  store_.clock.Advance(4 * kHour);
  EXPECT_TRUE(Settle().wait);
  EXPECT_EQ(Shards().size(), 1U);
  store_.Put("t", "a", 1);
  Settle();
  EXPECT_EQ(Shards().size(), 2U);
}

TEST_F(StreamWorkTest, AClosedShardIsDroppedWithItsLogAfterADay) {
  store_.Put("t", "a", 1);
  store_.clock.Advance(4 * kHour);
  Settle();
  const auto log = Shards()[0].log;
  store_.clock.Advance(24 * kHour - 1);
  Settle();
  ASSERT_EQ(Shards().size(), 2U);
  store_.clock.Advance(1);
  Settle();
  ASSERT_EQ(Shards().size(), 1U);
  EXPECT_EQ(Shards()[0].number, 2U);
  EXPECT_EQ(Shards()[0].parent, 1U) << "readers still see who came before";
  EXPECT_TRUE(store_.engine->Read(log, {}, {})->entries.empty());
}

TEST_F(StreamWorkTest, ADisabledStreamIsDroppedAfterADay) {
  const auto stream = store_.StreamOf("t");
  store_.Put("t", "a", 1);
  store_.Enable("t", false);
  store_.clock.Advance(24 * kHour - 1);
  Settle();
  EXPECT_TRUE(store_.catalog->FindStream((*stream)->arn));
  store_.clock.Advance(1);
  EXPECT_FALSE(Settle().wait);
  EXPECT_FALSE(store_.catalog->FindStream((*stream)->arn));
  EXPECT_TRUE(store_.engine->Read((*stream)->shards[0].log, {}, {})->entries.empty());
}

TEST_F(StreamWorkTest, ADeletedTablesStreamIsDroppedAfterADay) {
  const auto arn = (*store_.StreamOf("t"))->arn;
  store_.Drop("t");
  Settle();
  EXPECT_TRUE(store_.catalog->FindStream(arn));
  store_.clock.Advance(24 * kHour);
  Settle();
  EXPECT_FALSE(store_.catalog->FindStream(arn));
}

TEST_F(StreamWorkTest, EveryPartitionRollsOverSeparately) {
  store_.Put("t", "a", 1);
  store_.clock.Advance(3 * kHour);
  store_.Split("t");
  for (int i = 0; i < 20; ++i) store_.Put("t", std::to_string(i), 1);
  store_.clock.Advance(kHour);
  Settle();
  EXPECT_EQ(Shards().size(), 3U) << "the children are an hour old";
  store_.clock.Advance(3 * kHour);
  Settle();
  EXPECT_EQ(Shards().size(), 5U);
}

}  // namespace
}  // namespace stator::streams
