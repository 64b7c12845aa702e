#include "table/batch_builder.h"

#include <memory>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/work_limits.h"
#include "item/row.h"
#include "storage/memory/memory_engine.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::Published;
using testing::PutCommand;
using testing::S;

class BatchBuilderTest : public ::testing::Test {
 protected:
  BatchBuilder Builder(std::size_t tasks_max = 10) {
    return {*engine_,
            *catalog_,
            clock_,
            state_,
            {.collection_bytes_max = limits::kCollectionBytesMax,
             .has_workers = has_workers_,
             .mark_met = mark_met_},
            tasks_max};
  }

  // A write as its writer decides it on an absent row.
  DecidedWrite Decided(Command command) {
    DecidedWrite write{.command = std::move(command), .decided_at = clock_.Now()};
    write.effect = *DecideOn(write.command, std::nullopt, clock_.Now(), mark_met_);
    write.effect.decision.reset();  // as the queue does with light decisions
    return write;
  }

  // Adds one to attribute n of the item.
  Command Increment(const std::string& key) {
    auto command = PutCommand(table_, MakeItem({{"pk", S(key)}}));
    command.decide = [key](const item::ItemView* stored) -> Result<Decision> {
      item::Number count;
      if (stored != nullptr) count = *item::Number::Decode(stored->Find("n")->scalar());
      return Decision::Replace(MakeItem({{"pk", S(key)}, {"n", {*count.Plus(item::Number(1))}}}));
    };
    return command;
  }

  static item::Item ItemIn(const storage::Mutation& change) {
    return item::Item(Bytes(item::DecodeRow(*change.value)->item.bytes()));
  }

  std::unique_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<catalog::Catalog> catalog_ = *catalog::Catalog::Load(*engine_);
  ManualServiceClock clock_{1'700'000'000'000'000};
  CommitState state_{.last_number = 7, .recent = RecentWrites(0, 1000), .lag = {}};
  catalog::TablePtr table_ = Published(KeyedTable("t"));
  bool has_workers_ = false;
  MarkMet mark_met_;
};

TEST_F(BatchBuilderTest, AnEmptyBatchHasNoCommit) {
  EXPECT_TRUE(Builder().Finish().commits.empty());
  EXPECT_EQ(state_.last_number, 7U);
}

TEST_F(BatchBuilderTest, NumbersCommitsAndAddsBookkeepingLast) {
  auto first = Decided(Increment("a"));
  auto second = Decided(Increment("b"));
  auto builder = Builder();
  builder.Add(first);
  builder.Add(second);
  EXPECT_GT(builder.bytes(), 0U);
  const auto batch = builder.Finish();
  ASSERT_EQ(batch.commits.size(), 3U);
  EXPECT_EQ(batch.commits[0].number, 8U);
  EXPECT_EQ(batch.commits[1].number, 9U);
  EXPECT_EQ(batch.commits[2].number, 10U);
  EXPECT_EQ(state_.last_number, 10U);
  ASSERT_EQ(batch.statistics.size(), 1U);
  EXPECT_EQ(batch.statistics.begin()->second.at((*table_)->rows).entries, 2);
}

TEST_F(BatchBuilderTest, DecidesAgainOnAnEarlierWriteOfTheBatch) {
  auto first = Decided(Increment("a"));
  auto second = Decided(Increment("a"));
  auto builder = Builder();
  builder.Add(first);
  builder.Add(second);
  ASSERT_TRUE(second.outcome.has_value());
  const auto batch = builder.Finish();
  EXPECT_EQ(ItemIn(batch.commits[0].changes[0]), MakeItem({{"pk", S("a")}, {"n", N(1)}}));
  EXPECT_EQ(ItemIn(batch.commits[1].changes[0]), MakeItem({{"pk", S("a")}, {"n", N(2)}}));
}

TEST_F(BatchBuilderTest, DecidesAgainAfterAnEarlierBatchOvertookIt) {
  auto first = Decided(Increment("a"));
  auto late = Decided(Increment("a"));  // read before the first batch was applied
  auto builder = Builder();
  builder.Add(first);
  const auto batch = builder.Finish();
  ASSERT_TRUE(engine_->Apply(batch.commits).has_value());
  auto next = Builder();
  next.Add(late);
  ASSERT_TRUE(late.outcome.has_value());
  EXPECT_EQ(ItemIn(next.Finish().commits[0].changes[0]), MakeItem({{"pk", S("a")}, {"n", N(2)}}));
}

TEST_F(BatchBuilderTest, AnOldDecisionGetsANewTime) {
  auto write = Decided(Increment("a"));
  clock_.Advance(limits::kDecisionAgeMax);
  int decisions = 0;
  write.command.decide = [&, decide = write.command.decide](const item::ItemView* stored) {
    ++decisions;
    return decide(stored);
  };
  auto builder = Builder();
  builder.Add(write);
  EXPECT_TRUE(write.outcome.has_value());
  EXPECT_EQ(decisions, 1);
}

TEST_F(BatchBuilderTest, AHeavyDecisionHoldsIfItsImageIsNewest) {
  auto write = Decided(Increment("a"));
  const item::Item made = MakeItem({{"pk", S("a")}, {"n", N(42)}});
  write.effect.decision = Decision::Replace(made);
  write.command.decide = [](const item::ItemView*) -> Result<Decision> {
    ADD_FAILURE() << "the decision is not made again";
    return Decision::Keep();
  };
  clock_.Advance(limits::kDecisionAgeMax);
  auto builder = Builder();
  builder.Add(write);
  ASSERT_TRUE(write.outcome.has_value());
  EXPECT_EQ(ItemIn(builder.Finish().commits[0].changes[0]), made);
}

TEST_F(BatchBuilderTest, AWriteThatFailsAddsNothing) {
  auto first = Decided(Increment("a"));
  auto second = Decided(Increment("a"));
  second.command.decide = [](const item::ItemView*) -> Result<Decision> {
    return Fail(ErrorCode::kConditionalCheckFailedException, "no");
  };
  auto builder = Builder();
  builder.Add(first);
  builder.Add(second);
  EXPECT_EQ(second.outcome.error().code, ErrorCode::kConditionalCheckFailedException);
  EXPECT_EQ(builder.Finish().commits.size(), 2U);  // the first and the bookkeeping
}

TEST_F(BatchBuilderTest, AWriteUnderASupersededDescriptorFails) {
  auto write = Decided(Increment("a"));
  table_->Supersede();
  auto builder = Builder();
  builder.Add(write);
  EXPECT_EQ(write.outcome.error().code, ErrorCode::kStaleDescriptor);
  EXPECT_TRUE(builder.Finish().commits.empty());
}

TEST_F(BatchBuilderTest, AGroupIsOneCommitWithItsExtraMutations) {
  std::vector<DecidedWrite> writes;
  writes.push_back(Decided(Increment("a")));
  writes.push_back(Decided(Increment("b")));
  ExtraMutations extra = [](const std::vector<const Written*>& parts) {
    EXPECT_EQ(parts.size(), 2U);
    return std::vector<storage::Mutation>{{{50, Bytes("token")}, Bytes("kept")}};
  };
  auto builder = Builder();
  builder.Add(writes, extra);
  const auto batch = builder.Finish();
  ASSERT_EQ(batch.commits.size(), 2U);
  ASSERT_EQ(batch.commits[0].changes.size(), 3U);
  EXPECT_EQ(batch.commits[0].changes[2].address.key, Bytes("token"));
}

TEST_F(BatchBuilderTest, AGroupWithAWriteThatFailsAddsNothing) {
  auto first = Decided(Increment("b"));
  std::vector<DecidedWrite> writes;
  writes.push_back(Decided(Increment("a")));
  writes.push_back(Decided(Increment("b")));
  writes[1].command.decide = [](const item::ItemView*) -> Result<Decision> {
    return Fail(ErrorCode::kConditionalCheckFailedException, "no");
  };
  ExtraMutations extra = [](const std::vector<const Written*>&) {
    ADD_FAILURE() << "a group that fails has no extra mutations";
    return std::vector<storage::Mutation>();
  };
  auto builder = Builder();
  builder.Add(first);
  builder.Add(writes, extra);
  EXPECT_TRUE(writes[0].outcome.has_value());
  EXPECT_FALSE(writes[1].outcome.has_value());
  EXPECT_EQ(builder.Finish().commits.size(), 2U);
}

TEST_F(BatchBuilderTest, WorkBeyondTheBatchsBoundIsLeftToAWorker) {
  has_workers_ = true;
  auto first = Decided(Increment("a"));
  auto heavy = Decided(Increment("a"));
  heavy.command.effort.bytes = limits::kBatchWorkMax + 1;
  auto builder = Builder();
  builder.Add(first);
  builder.Add(heavy);
  EXPECT_TRUE(heavy.overtaken);
  EXPECT_EQ(builder.Finish().commits.size(), 2U);
}

}  // namespace
}  // namespace stator::table
