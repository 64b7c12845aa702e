#include "table/transactions.h"

#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "base/cancellation.h"
#include "base/durations.h"
#include "base/limits.h"
#include "item/row.h"
#include "table/controlled_engine.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::ControlledEngine;
using testing::KeyedTable;
using testing::LocalIndex;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;
using testing::SortedTable;

class TransactionsTest : public ::testing::TestWithParam<Transactions::Protocol> {
 protected:
  TransactionsTest() {
    Open();
    table_ = Create(KeyedTable("t"));
  }

  // Reopens everything as after a crash: the state in memory is lost.
  void Open(std::int64_t collection_bytes_max = limits::kCollectionBytesMax) {
    transactions_.reset();
    queue_.reset();
    catalog_ = std::move(*catalog::Catalog::Load(engine_));
    queue_ = std::make_unique<CommitQueue>(engine_, *catalog_, clock_, collection_bytes_max);
    transactions_ = std::make_unique<Transactions>(engine_, *catalog_, *queue_, clock_, GetParam(),
                                                   [this] { ++wakes_; });
    ASSERT_TRUE(transactions_->Load().has_value());
    if (table_) table_ = catalog_->Find("t");
  }

  catalog::TablePtr Create(catalog::TableSettings settings) {
    return *queue_->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
      return catalog.PlanCreate(std::move(settings));
    });
  }

  Command Put(const std::string& key, int value) const {
    return PutCommand(table_, MakeItem({{"pk", S(key)}, {"n", N(value)}}));
  }

  // Checks that the item exists, and keeps it.
  Command Exists(const std::string& key) const {
    auto command = Put(key, 0);
    command.decide = [](const item::ItemView* stored) -> Result<Decision> {
      if (stored != nullptr) return Decision::Keep();
      return Fail(ErrorCode::kConditionalCheckFailedException, "no");
    };
    return command;
  }

  Command Remove(const std::string& key) const {
    auto command = Put(key, 0);
    command.decide = [](const item::ItemView* stored) -> Result<Decision> {
      return stored != nullptr ? Decision::Remove() : Decision::Keep();
    };
    return command;
  }

  std::future<Result<Transacted>> Start(Transaction transaction) {
    auto promise = std::make_shared<std::promise<Result<Transacted>>>();
    transactions_->Run(std::move(transaction), [promise](Result<Transacted> outcome) {
      promise->set_value(std::move(outcome));
    });
    return promise->get_future();
  }
  Result<Transacted> Run(std::vector<Command> commands, std::optional<Token> token = {}) {
    return Start({std::move(commands), std::move(token)}).get();
  }

  Result<Written> Write(Command command) {
    std::promise<Result<Written>> promise;
    queue_->Submit(std::move(command),
                   [&](Result<Written> written) { promise.set_value(std::move(written)); });
    return promise.get_future().get();
  }

  // The value of n, or nullopt if there is no item.
  std::optional<std::string> Stored(const std::string& key) {
    const auto entry = engine_.Get((*table_)->rows, Put(key, 0).row_key);
    EXPECT_TRUE(entry.has_value());
    if (!*entry) return std::nullopt;
    const auto row = item::DecodeRow((*entry)->value);
    EXPECT_TRUE(row->header.transaction.empty()) << key;
    if (!row->holds_item()) return std::nullopt;
    return item::Number::Decode(row->item.Find("n")->scalar())->ToText();
  }

  storage::Address RowOf(const std::string& key) { return {(*table_)->rows, Put(key, 0).row_key}; }

  std::vector<std::string> Reasons(const Result<Transacted>& outcome) {
    std::vector<std::string> codes;
    EXPECT_FALSE(outcome.has_value());
    if (outcome || outcome.error().reasons == nullptr) return codes;
    for (const auto& reason : *outcome.error().reasons) codes.emplace_back(ReasonCode(reason));
    return codes;
  }

  ControlledEngine engine_;
  ManualServiceClock clock_{1'700'000'000'000'000};
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<CommitQueue> queue_;
  std::atomic<int> wakes_ = 0;
  std::unique_ptr<Transactions> transactions_;
  catalog::TablePtr table_;
};

INSTANTIATE_TEST_SUITE_P(Protocols, TransactionsTest,
                         ::testing::Values(Transactions::Protocol::kOneCommit,
                                           Transactions::Protocol::kTwoPhase),
                         [](const auto& chosen) {
                           return chosen.param == Transactions::Protocol::kOneCommit ? "OneCommit"
                                                                                     : "TwoPhase";
                         });

TEST_P(TransactionsTest, AllWritesTakeEffectOrNone) {
  ASSERT_TRUE(Write(Put("old", 1)).has_value());
  ASSERT_TRUE(Run({Put("a", 1), Remove("old")}).has_value());
  EXPECT_EQ(Stored("a"), "1");
  EXPECT_EQ(Stored("old"), std::nullopt);
  const auto refused = Run({Put("b", 1), Exists("none"), Put("a", 2), Exists("nothing")});
  EXPECT_EQ(Reasons(refused), (std::vector<std::string>{"None", "ConditionalCheckFailed", "None",
                                                        "ConditionalCheckFailed"}));
  EXPECT_EQ(Stored("b"), std::nullopt);
  EXPECT_EQ(Stored("none"), std::nullopt);
  EXPECT_EQ(Stored("a"), "1");
  EXPECT_EQ(catalog_->StatisticsOf(*table_, (*table_)->rows).entries, 1);
}

TEST_P(TransactionsTest, OtherWritersMeetAConflictAtOnce) {
  ASSERT_TRUE(Write(Put("a", 1)).has_value());
  ASSERT_TRUE(transactions_->pauses().Arm(RowOf("a")).has_value());
  auto held = Start({{Put("a", 2), Put("b", 2)}, std::nullopt});
  EXPECT_EQ(transactions_->pauses().counts().held, 1U);
  EXPECT_EQ(Write(Put("a", 3)).error().code, ErrorCode::kTransactionConflictException);
  EXPECT_EQ(Write(Put("b", 3)).error().code, ErrorCode::kTransactionConflictException);
  EXPECT_EQ(Reasons(Run({Put("c", 3), Put("b", 3)})),
            (std::vector<std::string>{"None", "TransactionConflict"}));
  EXPECT_TRUE(transactions_->Holding(std::vector{RowOf("b")}));
  EXPECT_FALSE(transactions_->Holding(std::vector{RowOf("c")}));
  EXPECT_TRUE(Write(Put("c", 4)).has_value());
  EXPECT_EQ(transactions_->pauses().Release(RowOf("a")), 1U);
  EXPECT_TRUE(held.get().has_value());
  EXPECT_EQ(Stored("a"), "2");
  EXPECT_EQ(Stored("b"), "2");
  EXPECT_EQ(Stored("c"), "4");
  EXPECT_TRUE(Write(Put("a", 5)).has_value());
}

TEST_P(TransactionsTest, StopGivesUpAPausedTransaction) {
  ASSERT_TRUE(transactions_->pauses().Arm(RowOf("a")).has_value());
  auto held = Start({{Put("a", 2)}, std::nullopt});
  transactions_->Stop();
  EXPECT_EQ(held.get().error().code, ErrorCode::kInternalServerError);
  EXPECT_EQ(Stored("a"), std::nullopt);
}

TEST_P(TransactionsTest, ATokenIsRememberedForTenMinutes) {
  const Token token{"token", "fingerprint"};
  EXPECT_EQ(Reasons(Run({Put("a", 1), Exists("none")}, token)),
            (std::vector<std::string>{"None", "ConditionalCheckFailed"}));
  ASSERT_TRUE(Run({Put("b", 1)}, token).has_value());
  EXPECT_GT(wakes_, 0);
  for (const bool crash : {false, true}) {
    if (crash) Open();
    const auto again = Run({Put("b", 2)}, token);
    ASSERT_TRUE(again.has_value());
    ASSERT_TRUE(again->replayed.has_value());
    EXPECT_EQ(*again->replayed, (std::vector<HalfUnits>{4}));
    EXPECT_EQ(Stored("b"), "1");
    EXPECT_EQ(Run({Put("b", 2)}, Token{"token", "other"}).error().code,
              ErrorCode::kIdempotentParameterMismatchException);
  }
  clock_.Advance(10 * kMinute - 1);
  EXPECT_TRUE(Run({Put("b", 2)}, token)->replayed.has_value());
  clock_.Advance(1);
  EXPECT_FALSE(Run({Put("b", 2)}, token)->replayed.has_value());
  EXPECT_EQ(Stored("b"), "2");
}

TEST_P(TransactionsTest, OldTokensAreDeletedAndNewOnesAreNot) {
  ASSERT_TRUE(Run({Put("a", 1)}, Token{"first", "f"}).has_value());
  clock_.Advance(5 * kMinute);
  ASSERT_TRUE(Run({Put("b", 1)}, Token{"second", "f"}).has_value());
  const auto entries = [&] {
    return engine_.Read(catalog::kTransactionSpace, {}, {})->entries.size();
  };
  EXPECT_EQ(entries(), 4U);
  auto step = transactions_->Step();
  ASSERT_TRUE(step.has_value());
  EXPECT_FALSE(step->worked);
  EXPECT_EQ(step->wait, 5 * kMinute + limits::kTokenSweepMicros);
  clock_.Advance(5 * kMinute + limits::kTokenSweepMicros);
  // A second transaction takes over the expired token before Step deletes it.
  ASSERT_FALSE(Run({Put("a", 2)}, Token{"first", "g"})->replayed.has_value());
  EXPECT_TRUE(transactions_->Step()->worked);
  EXPECT_EQ(entries(), 4U);
  EXPECT_TRUE(Run({Put("a", 3)}, Token{"first", "g"})->replayed.has_value());
  EXPECT_TRUE(Run({Put("a", 3)}, Token{"second", "f"})->replayed.has_value());
  clock_.Advance(10 * kMinute + limits::kTokenSweepMicros);
  EXPECT_TRUE(transactions_->Step()->worked);
  EXPECT_EQ(entries(), 0U);
  EXPECT_FALSE(transactions_->Step()->wait.has_value());
}

TEST_P(TransactionsTest, ATokenOfARunningTransactionIsInProgress) {
  ASSERT_TRUE(transactions_->pauses().Arm(RowOf("a")).has_value());
  auto held = Start({{Put("a", 1)}, Token{"token", "f"}});
  EXPECT_EQ(Run({Put("a", 1)}, Token{"token", "f"}).error().code,
            ErrorCode::kTransactionInProgressException);
  EXPECT_EQ(Run({Put("a", 1)}, Token{"token", "g"}).error().code,
            ErrorCode::kIdempotentParameterMismatchException);
  transactions_->pauses().Release(std::nullopt);
  EXPECT_TRUE(held.get().has_value());
  EXPECT_TRUE(Run({Put("a", 1)}, Token{"token", "f"})->replayed.has_value());
}

TEST_P(TransactionsTest, WritesOfOneCollectionAreCountedTogether) {
  auto settings = SortedTable("c");
  settings.indexes = {LocalIndex("l", "l")};
  const auto table = Create(std::move(settings));
  const auto put = [&](int sort, std::size_t bytes) {
    return PutCommand(
        table, MakeItem({{"pk", S("a")}, {"sk", N(sort)}, {"t", S(std::string(bytes, 'x'))}}));
  };
  ASSERT_TRUE(Run({put(1, 100), put(2, 100), put(3, 100)}).has_value());
  auto wanting = put(4, 10);
  wanting.wanted.collection_size = true;
  const auto written = Write(std::move(wanting));
  ASSERT_TRUE(written.has_value());
  // Four items: pk 3, sk 2 + 2, t 1 and the texts.
  EXPECT_EQ(written->collection_bytes, 4 * (3 + 4 + 1) + 310);
}

TEST_P(TransactionsTest, WritesOfOneCollectionMustFitTogether) {
  Open(1000);
  auto settings = SortedTable("c");
  settings.indexes = {LocalIndex("l", "l")};
  const auto table = Create(std::move(settings));
  const auto put = [&](int sort, std::size_t bytes) {
    return PutCommand(
        table, MakeItem({{"pk", S("a")}, {"sk", N(sort)}, {"t", S(std::string(bytes, 'x'))}}));
  };
  ASSERT_TRUE(Run({put(1, 400)}).has_value());
  const auto refused = Run({put(2, 300), put(3, 300)});
  const auto reasons = Reasons(refused);
  ASSERT_EQ(reasons.size(), 2U);
  EXPECT_EQ(reasons[1], "ItemCollectionSizeLimitExceeded");
  ASSERT_TRUE(Run({put(2, 200), put(3, 200)}).has_value());
}

TEST_P(TransactionsTest, ATableDroppedMeanwhileIsNoConflict) {
  ASSERT_TRUE(transactions_->pauses().Arm(RowOf("a")).has_value());
  auto held = Start({{Put("a", 1), Put("b", 1)}, std::nullopt});
  ASSERT_TRUE(testing::Drop(*queue_, table_).has_value());
  transactions_->pauses().Release(std::nullopt);
  const auto outcome = held.get();
  if (GetParam() == Transactions::Protocol::kOneCommit) {
    EXPECT_EQ(outcome.error().code, ErrorCode::kStaleDescriptor);
    return;
  }
  // The transaction reached its commit point; the dropped table then took its rows along.
  ASSERT_TRUE(outcome.has_value());
  for (const auto& part : outcome->parts) {
    EXPECT_TRUE(part.table != nullptr);
    EXPECT_EQ(part.units.table, 2);
  }
}

TEST_P(TransactionsTest, AFullStoreLeavesNothingHalfDone) {
  ASSERT_TRUE(Write(Put("a", 1)).has_value());
  engine_.refuse = true;
  const auto refused = Run({Put("a", 2), Put("b", 2)}, Token{"token", "f"});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  engine_.refuse = false;
  // Marks that could not be removed are removed once a request meets them.
  Ignore(Write(Put("a", 3)), "meets a mark, if there is one");
  ASSERT_TRUE(transactions_->Step().has_value());
  EXPECT_TRUE(Run({Put("a", 2), Put("b", 2)}, Token{"token", "f"}).has_value());
  EXPECT_EQ(Stored("a"), "2");
}

// --- States that a crash leaves of a transaction in two phases ---

class InterruptedTest : public TransactionsTest {
 protected:
  InterruptedTest() : two_phase_(engine_, *catalog_, *queue_, clock_) {
    EXPECT_TRUE(Write(Put("a", 1)).has_value());
    commands_ = {Put("a", 2), Put("new", 2)};
    prepared_ = two_phase_.Prepare("id", commands_);
    for (const auto& each : prepared_) EXPECT_TRUE(each.has_value());
  }

  TwoPhase two_phase_;
  std::vector<Command> commands_;
  std::vector<Result<Written>> prepared_;
};

INSTANTIATE_TEST_SUITE_P(Protocols, InterruptedTest,
                         ::testing::Values(Transactions::Protocol::kOneCommit,
                                           Transactions::Protocol::kTwoPhase));

TEST_P(InterruptedTest, PreparedItemsReadAsBefore) {
  const auto row = [&](const std::string& key) {
    return engine_.Get((*table_)->rows, Put(key, 0).row_key);
  };
  const auto old = row("a");
  EXPECT_EQ(item::DecodeRow((*old)->value)->header.transaction, "id");
  EXPECT_TRUE(item::DecodeRow((*old)->value)->holds_item());
  const auto fresh = row("new");
  EXPECT_FALSE(item::DecodeRow((*fresh)->value)->holds_item());
  EXPECT_EQ(catalog_->StatisticsOf(*table_, (*table_)->rows).entries, 1);
}

TEST_P(InterruptedTest, BeforeItsCommitPointATransactionIsUndoneOnceMet) {
  Open();
  ASSERT_TRUE(transactions_->Step().has_value());
  EXPECT_EQ(Write(Put("new", 9)).error().code, ErrorCode::kTransactionConflictException);
  EXPECT_EQ(Reasons(Run({Put("a", 9)})), (std::vector<std::string>{"TransactionConflict"}));
  ASSERT_TRUE(transactions_->Step().has_value());
  EXPECT_EQ(Stored("a"), "1");
  EXPECT_EQ(Stored("new"), std::nullopt);
  EXPECT_TRUE(Write(Put("new", 9)).has_value());
  // If its coordinator still ran, its record would come too late.
  const auto record = two_phase_.RecordOf(commands_, prepared_, std::nullopt);
  TwoPhase late(engine_, *catalog_, *queue_, clock_);
  EXPECT_EQ(late.Decide("id", record).error().code, ErrorCode::kTransactionConflictException);
}

TEST_P(InterruptedTest, AfterItsCommitPointATransactionIsFinished) {
  const Token token{"token", "f"};
  ASSERT_TRUE(
      two_phase_.Decide("id", two_phase_.RecordOf(commands_, prepared_, token)).has_value());
  Open();
  EXPECT_EQ(Run({Put("b", 1)}, token).error().code, ErrorCode::kTransactionInProgressException);
  ASSERT_TRUE(transactions_->Step().has_value());
  EXPECT_EQ(Stored("a"), "2");
  EXPECT_EQ(Stored("new"), "2");
  EXPECT_EQ(catalog_->StatisticsOf(*table_, (*table_)->rows).entries, 2);
  EXPECT_TRUE(Run({Put("a", 3)}, token)->replayed.has_value());
  ASSERT_TRUE(transactions_->Step().has_value());
  EXPECT_EQ(engine_.Read(catalog::kTransactionSpace, CommitKeys(), {})->entries.size(), 0U);
}

TEST_P(InterruptedTest, MarksAreRemovedDespiteAChangedDescriptor) {
  ASSERT_TRUE(queue_
                  ->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
                    auto settings = table_->settings();
                    settings.tags["a"] = "b";
                    return catalog.PlanReplace(*table_, std::move(settings));
                  })
                  .has_value());
  ASSERT_FALSE(table_->current());
  EXPECT_TRUE(two_phase_.Release("id", commands_).empty());
  EXPECT_EQ(Stored("a"), "1");
  EXPECT_EQ(Stored("new"), std::nullopt);
}

TEST_P(InterruptedTest, FinishingTwiceHasNoSecondEffect) {
  const auto record = two_phase_.RecordOf(commands_, prepared_, std::nullopt);
  ASSERT_TRUE(two_phase_.Decide("id", record).has_value());
  for (const auto& each : two_phase_.Apply("id", record)) ASSERT_TRUE(each.has_value());
  ASSERT_TRUE(Write(Put("a", 7)).has_value());
  for (const auto& each : two_phase_.Apply("id", record)) ASSERT_TRUE(each.has_value());
  EXPECT_EQ(Stored("a"), "7");
}

TEST_P(InterruptedTest, ATransactionEndsDespiteADroppedTable) {
  ASSERT_TRUE(
      two_phase_.Decide("id", two_phase_.RecordOf(commands_, prepared_, std::nullopt)).has_value());
  ASSERT_TRUE(testing::Drop(*queue_, table_).has_value());
  Open();
  ASSERT_TRUE(transactions_->Step().has_value());
  EXPECT_EQ(engine_.Read(catalog::kTransactionSpace, {}, {})->entries.size(), 0U);
}

}  // namespace
}  // namespace stator::table
