// Tests of admissions: each is asked once before a write and told once after it, whatever happens.

#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/cancellation.h"
#include "table/controlled_engine.h"
#include "table/testing.h"
#include "table/transactions.h"

namespace stator::table {
namespace {

using testing::ControlledEngine;
using testing::GlobalIndex;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;

// Records its calls, and refuses if the test wants it.
class Witness : public WriteAdmission {
 public:
  Result<> Admit(const Command& /*command*/, const Written& written) override {
    const std::scoped_lock lock(mutex_);
    asked.push_back(written.units.table);
    if (!refuse) return {};
    Error error(ErrorCode::kThrottlingException, "too much");
    error.throttling = std::make_shared<const ThrottlingReasons>();
    return Fail(std::move(error));
  }
  void Settled(const Command& /*command*/, const Result<Written>& outcome) override {
    const std::scoped_lock lock(mutex_);
    settled.push_back(outcome);
  }

  bool refuse = false;
  std::vector<HalfUnits> asked;
  std::vector<Result<Written>> settled;

 private:
  std::mutex mutex_;
};

class WatchTest : public ::testing::TestWithParam<Transactions::Protocol> {
 protected:
  WatchTest() {
    auto settings = KeyedTable("t");
    settings.indexes = {GlobalIndex("g", "gk")};
    table_ = Change([&](catalog::Catalog& catalog) { return catalog.PlanCreate(settings); });
  }

  catalog::TablePtr Change(CommitQueue::Planner plan) { return *queue_.Change(std::move(plan)); }

  Command Watched(Command command) const {
    command.admission = witness_;
    return command;
  }
  // Puts an item of `blocks` KB, which costs as many units. `place` is its index key, if given.
  Command Put(const std::string& key, int blocks, const std::string& place = {}) const {
    item::Tree::Map item{{"pk", S(key)}, {"v", S(std::string(1024 * blocks - 100, 'x'))}};
    if (!place.empty()) item.emplace("gk", S(place));
    return Watched(PutCommand(table_, MakeItem(item)));
  }
  // A write that fails like api::CheckCondition.
  Command Refused(const std::string& key) const {
    auto command = Put(key, 1);
    command.decide = [](const item::ItemView* stored) -> Result<Decision> {
      Error error(ErrorCode::kConditionalCheckFailedException, "no");
      error.item_bytes = stored != nullptr ? stored->Size() : 0;
      return Fail(std::move(error));
    };
    return command;
  }

  Result<Written> Write(Command command) {
    std::promise<Result<Written>> promise;
    queue_.Submit(std::move(command),
                  [&](Result<Written> written) { promise.set_value(std::move(written)); });
    return promise.get_future().get();
  }
  Result<Transacted> Run(std::vector<Command> commands) {
    std::promise<Result<Transacted>> promise;
    transactions_.Run({std::move(commands), {}},
                      [&](Result<Transacted> outcome) { promise.set_value(std::move(outcome)); });
    return promise.get_future().get();
  }

  ErrorCode OnlyFailure() const {
    EXPECT_EQ(witness_->settled.size(), 1U);
    EXPECT_FALSE(witness_->settled.at(0).has_value());
    return witness_->settled.at(0).error().code;
  }

  ControlledEngine engine_;
  ManualServiceClock clock_{1'700'000'000'000'000};
  std::unique_ptr<catalog::Catalog> catalog_ = std::move(*catalog::Catalog::Load(engine_));
  CommitQueue queue_{engine_, *catalog_, clock_};
  Transactions transactions_{engine_, *catalog_, queue_, clock_, GetParam(), [] {}};
  std::shared_ptr<Witness> witness_ = std::make_shared<Witness>();
  catalog::TablePtr table_;
};

INSTANTIATE_TEST_SUITE_P(Protocols, WatchTest,
                         ::testing::Values(Transactions::Protocol::kOneCommit,
                                           Transactions::Protocol::kTwoPhase),
                         [](const auto& given) {
                           return given.param == Transactions::Protocol::kOneCommit ? "OneCommit"
                                                                                    : "TwoPhase";
                         });

TEST_P(WatchTest, AWriteIsAdmittedOnceAndSettledOnce) {
  ASSERT_TRUE(Write(Put("a", 3)).has_value());
  EXPECT_EQ(witness_->asked, std::vector<HalfUnits>{6});
  ASSERT_EQ(witness_->settled.size(), 1U);
  ASSERT_TRUE(witness_->settled[0].has_value());
  EXPECT_EQ(witness_->settled[0]->units.table, 6);
  EXPECT_TRUE(witness_->settled[0]->entries.empty());
}

TEST_P(WatchTest, AWriteThatChangesNothingIsSettledToo) {
  ASSERT_TRUE(Write(Put("a", 2)).has_value());
  ASSERT_TRUE(Write(Put("a", 2)).has_value());
  ASSERT_EQ(witness_->settled.size(), 2U);
  EXPECT_EQ(witness_->settled[1]->units.table, 4);
}

TEST_P(WatchTest, IndexUnitsAreReportedByEntry) {
  ASSERT_TRUE(Write(Put("a", 3, "here")).has_value());
  ASSERT_TRUE(Write(Put("a", 2, "there")).has_value());
  ASSERT_EQ(witness_->settled.size(), 2U);
  const auto first = witness_->settled[0]->entries;
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].units, 6);
  const auto moved = witness_->settled[1]->entries;
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(moved[0].index->name, "g");
  EXPECT_EQ(moved[0].key, first[0].key) << "what leaves the old place costs there";
  EXPECT_EQ(moved[0].units, 6);
  EXPECT_NE(moved[1].key, first[0].key);
  EXPECT_EQ(moved[1].units, 4);
  // An entry rewritten in place costs the larger of both.
  ASSERT_TRUE(Write(Put("a", 1, "there")).has_value());
  const auto& kept = witness_->settled[2]->entries;
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].key, moved[1].key);
  EXPECT_EQ(kept[0].units, 4);
}

TEST_P(WatchTest, ARefusedWriteIsNotWritten) {
  witness_->refuse = true;
  const auto refused = Write(Put("a", 1));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kThrottlingException);
  EXPECT_EQ(OnlyFailure(), ErrorCode::kThrottlingException);
  EXPECT_EQ(engine_.Get((*table_)->rows, Put("a", 1).row_key)->has_value(), false);
}

TEST_P(WatchTest, AFailedConditionIsAdmittedAndHasItsSize) {
  ASSERT_TRUE(Write(Put("a", 3)).has_value());
  witness_ = std::make_shared<Witness>();
  ASSERT_FALSE(Write(Refused("a")).has_value());
  EXPECT_EQ(witness_->asked, std::vector<HalfUnits>{6});
  EXPECT_EQ(OnlyFailure(), ErrorCode::kConditionalCheckFailedException);
  EXPECT_EQ(WriteUnitsFor(witness_->settled[0].error().item_bytes), 6);
  // Without capacity for the condition, the client does not learn how it ended.
  witness_->refuse = true;
  const auto refused = Write(Refused("a"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kThrottlingException);
}

TEST_P(WatchTest, AStaleWriteIsNotSettled) {
  const auto command = Put("a", 1);
  Change([this](catalog::Catalog& catalog) {
    auto settings = table_->settings();
    settings.tags["a"] = "b";
    return catalog.PlanReplace(*table_, std::move(settings));
  });
  ASSERT_FALSE(Write(command).has_value());
  EXPECT_EQ(Run({command}).error().code, ErrorCode::kStaleDescriptor);
  EXPECT_TRUE(witness_->settled.empty());
}

TEST_P(WatchTest, AWriteDecidedAgainCostsItsFinalUnits) {
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::vector<std::future<void>> answers;
  for (const int blocks : {4, 1}) {
    auto promise = std::make_shared<std::promise<void>>();
    answers.push_back(promise->get_future());
    queue_.Submit(Put("a", blocks), [promise](const Result<Written>&) { promise->set_value(); });
  }
  go.set_value();
  for (auto& answer : answers) answer.get();
  EXPECT_EQ(witness_->asked, (std::vector<HalfUnits>{8, 2})) << "both found nothing";
  ASSERT_EQ(witness_->settled.size(), 2U);
  EXPECT_EQ(witness_->settled[1]->units.table, 8) << "it replaced the larger one";
}

TEST_P(WatchTest, FailuresAreSettled) {
  engine_.refuse = true;
  ASSERT_FALSE(Write(Put("a", 1)).has_value());
  EXPECT_EQ(OnlyFailure(), ErrorCode::kUnavailable);
  engine_.refuse = false;
  const std::vector<storage::Address> held = {{(*table_)->rows, Put("b", 1).row_key}};
  ASSERT_EQ(queue_.marks().Take(held), std::vector<bool>{true});
  ASSERT_FALSE(Write(Put("b", 1)).has_value());
  ASSERT_EQ(witness_->settled.size(), 2U);
  EXPECT_EQ(witness_->settled[1].error().code, ErrorCode::kTransactionConflictException);
}

TEST_P(WatchTest, EachWriteOfATransactionIsAdmittedAndSettledOnce) {
  const auto outcome = Run({Put("a", 1), Put("b", 2, "here"), Put("c", 3)});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(witness_->asked, (std::vector<HalfUnits>{2, 4, 6}));
  ASSERT_EQ(witness_->settled.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(witness_->settled[i].has_value());
    EXPECT_EQ(witness_->settled[i]->units.table, outcome->parts[i].units.table);
    EXPECT_EQ(witness_->settled[i]->units.Total(), outcome->parts[i].units.Total());
  }
  ASSERT_EQ(witness_->settled[1]->entries.size(), 1U);
  EXPECT_EQ(witness_->settled[1]->entries[0].units, 4);
}

TEST_P(WatchTest, EachWriteOfACancelledTransactionHasItsSize) {
  ASSERT_TRUE(Write(Put("a", 3)).has_value());
  witness_ = std::make_shared<Witness>();
  const auto outcome = Run({Refused("a"), Put("b", 2)});
  ASSERT_FALSE(outcome.has_value());
  ASSERT_EQ(witness_->settled.size(), 2U);
  const auto& failed = witness_->settled[0].error();
  EXPECT_EQ(failed.code, ErrorCode::kConditionalCheckFailedException);
  EXPECT_EQ(WriteUnitsFor(failed.item_bytes), 6);
  const auto& cancelled = witness_->settled[1].error();
  EXPECT_EQ(cancelled.code, ErrorCode::kTransactionCanceledException);
  EXPECT_EQ(WriteUnitsFor(cancelled.item_bytes), 4);
}

TEST_P(WatchTest, ARefusedWriteCancelsItsTransaction) {
  auto refusing = std::make_shared<Witness>();
  refusing->refuse = true;
  auto refused = Put("a", 1);
  refused.admission = refusing;
  const auto outcome = Run({Put("b", 1), refused});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code, ErrorCode::kTransactionCanceledException);
  const auto& reasons = *outcome.error().reasons;
  EXPECT_EQ(ReasonCode(reasons[0]), "None");
  EXPECT_EQ(ReasonCode(reasons[1]), "ThrottlingError");
  EXPECT_EQ(reasons[1]->message, "too much");
  ASSERT_EQ(refusing->settled.size(), 1U);
  EXPECT_EQ(refusing->settled[0].error().code, ErrorCode::kThrottlingException);
  EXPECT_EQ(OnlyFailure(), ErrorCode::kTransactionCanceledException);
}

}  // namespace
}  // namespace stator::table
