// An exception on a write's path fails that write and nothing else ([INV-QUEUE-5]).

#include <atomic>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "item/row.h"
#include "table/controlled_engine.h"
#include "table/testing.h"
#include "table/transactions.h"

namespace stator::table {
namespace {

using testing::ControlledEngine;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;

// Throws once, after a given number of reads. Every part of a write reads the clock, so a test can
// make any part throw.
class FaultyClock : public ManualServiceClock {
 public:
  using ManualServiceClock::ManualServiceClock;
  TimeMicros Now() const override {
    if (looks_left_.fetch_sub(1) == 0) throw std::bad_alloc();
    return ManualServiceClock::Now();
  }
  void ThrowAfter(int looks) { looks_left_ = looks; }
  bool threw() const { return looks_left_ < 0; }

 private:
  mutable std::atomic<int> looks_left_ = -1;
};

class ThrowingAdmission : public WriteAdmission {
 public:
  Result<> Admit(const Command& /*command*/, const Written& /*written*/) override {
    if (at_first) throw std::bad_alloc();
    return {};
  }
  void Settled(const Command& /*command*/, const Result<Written>& /*outcome*/) override {
    throw std::bad_alloc();
  }
  bool at_first = false;
};

class ExceptionsTest : public ::testing::TestWithParam<Transactions::Protocol> {
 protected:
  ExceptionsTest() {
    table_ = *queue_.Change(
        [](catalog::Catalog& catalog) { return catalog.PlanCreate(KeyedTable("t")); });
  }

  Command Put(const std::string& key) {
    return PutCommand(table_, MakeItem({{"pk", S(key)}, {"n", N(1)}}));
  }

  // A put that throws if the item exists.
  Command PutNew(const std::string& key) {
    auto command = Put(key);
    command.decide = [inner = command.decide](const item::ItemView* stored) -> Result<Decision> {
      if (stored != nullptr) throw std::bad_alloc();
      return inner(stored);
    };
    return command;
  }

  // A write that changes nothing but collides with any transaction that holds the item.
  Command Touch(const std::string& key) {
    auto command = Put(key);
    command.decide = [](const item::ItemView*) -> Result<Decision> { return Decision::Keep(); };
    return command;
  }

  std::future<Result<Written>> Begin(Command command) {
    auto promise = std::make_shared<std::promise<Result<Written>>>();
    queue_.Submit(std::move(command),
                  [promise](Result<Written> written) { promise->set_value(std::move(written)); });
    return promise->get_future();
  }
  Result<Written> Write(Command command) { return Begin(std::move(command)).get(); }

  Result<Transacted> Transact(std::vector<Command> commands, std::optional<Token> token = {}) {
    std::promise<Result<Transacted>> promise;
    transactions_.Run({std::move(commands), std::move(token)},
                      [&](Result<Transacted> outcome) { promise.set_value(std::move(outcome)); });
    return promise.get_future().get();
  }

  bool Has(const std::string& key) {
    const auto item = MakeItem({{"pk", S(key)}});
    const auto entry = engine_.Get((*table_)->rows, *RowKeyOfKey(*table_, item.view()));
    return entry->has_value() && item::DecodeRow((*entry)->value)->holds_item();
  }

  // Checks that the table's counts equal its content.
  void ExpectCounts() {
    const auto rows = engine_.Read((*table_)->rows, {}, {});
    EXPECT_EQ(catalog_->StatisticsOf(*table_, (*table_)->rows).entries,
              static_cast<std::int64_t>(rows->entries.size()));
  }

  static void ExpectInternal(const auto& outcome) {
    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, ErrorCode::kInternalServerError);
  }

  ControlledEngine engine_;
  FaultyClock clock_{1'700'000'000'000'000};
  std::unique_ptr<catalog::Catalog> catalog_ = std::move(*catalog::Catalog::Load(engine_));
  CommitQueue queue_{engine_, *catalog_, clock_};
  Transactions transactions_{engine_, *catalog_, queue_, clock_, GetParam(), [] {}};
  catalog::TablePtr table_;
};

TEST_P(ExceptionsTest, ADecisionThatThrowsFailsItsWrite) {
  ASSERT_TRUE(Write(PutNew("a")).has_value());
  ExpectInternal(Write(PutNew("a")));
  EXPECT_TRUE(Write(PutNew("b")).has_value());
  ExpectCounts();
}

// Both writes are decided while nothing is stored. The commit thread decides the second one again,
// and that decision throws.
TEST_P(ExceptionsTest, ADecisionThatThrowsInTheQueueFailsItsWriteOnly) {
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::vector<std::future<Result<Written>>> outcomes;
  for (const std::string key : {"a", "a", "b"}) outcomes.push_back(Begin(PutNew(key)));
  go.set_value();
  EXPECT_TRUE(outcomes[0].get().has_value());
  ExpectInternal(outcomes[1].get());
  EXPECT_TRUE(outcomes[2].get().has_value());
  EXPECT_TRUE(Has("a") && Has("b"));
  ExpectCounts();
}

TEST_P(ExceptionsTest, ATransactionWhoseDecisionThrowsWritesNothingAndReleasesItsItems) {
  ASSERT_TRUE(Write(Put("a")).has_value());
  ExpectInternal(Transact({PutNew("b"), PutNew("a")}));
  EXPECT_FALSE(Has("b"));
  EXPECT_TRUE(Write(Put("b")).has_value());
  EXPECT_TRUE(Transact({Put("a"), Put("c")}).has_value());
  ExpectCounts();
}

TEST_P(ExceptionsTest, APlanThatThrowsChangesNothing) {
  ExpectInternal(
      queue_.Change([](catalog::Catalog&) -> Result<catalog::Change> { throw std::bad_alloc(); }));
  EXPECT_TRUE(Write(Put("a")).has_value());
}

TEST_P(ExceptionsTest, CallbacksMayThrow) {
  auto command = Put("a");
  command.admission = std::make_shared<ThrowingAdmission>();
  EXPECT_TRUE(Write(command).has_value());
  EXPECT_TRUE(Transact({command, Put("b")}).has_value());
  std::promise<void> told;
  queue_.Submit(Put("c"), [&](const Result<Written>&) {
    told.set_value();
    throw std::bad_alloc();
  });
  told.get_future().get();
  EXPECT_TRUE(Write(Put("d")).has_value());
  ExpectCounts();
}

TEST_P(ExceptionsTest, AnAdmissionThatThrowsRefusesTheWrite) {
  auto command = Put("a");
  const auto watch = std::make_shared<ThrowingAdmission>();
  watch->at_first = true;
  command.admission = watch;
  ExpectInternal(Write(command));
  EXPECT_FALSE(Has("a"));
}

TEST_P(ExceptionsTest, ATransactionTellsItsAdmissionsOnceDespiteExceptions) {
  std::atomic<int> told = 0;
  std::promise<void> over;
  transactions_.Run({{Put("a"), Put("b")}, {}}, [&](const Result<Transacted>& outcome) {
    EXPECT_TRUE(outcome.has_value());
    if (++told == 1) over.set_value();
    throw std::bad_alloc();
  });
  over.get_future().get();
  ASSERT_TRUE(Write(Put("c")).has_value()) << "behind it in the queue";
  ASSERT_TRUE(transactions_.Step().has_value());
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(Has("a") && Has("b"));
  EXPECT_TRUE(Transact({Put("a"), Put("b")}).has_value());
}

TEST_P(ExceptionsTest, ATokenIsFreeAgainAfterItsLookupThrows) {
  const Token token{"token", "fingerprint"};
  ASSERT_TRUE(Transact({Put("a")}, token).has_value());
  clock_.ThrowAfter(0);
  ExpectInternal(Transact({Put("a")}, token));
  const auto again = Transact({Put("a")}, token);
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(again->replayed.has_value());
}

// After any exception, a write that was not acknowledged is absent, an acknowledged one is counted,
// and the next write succeeds.
TEST_P(ExceptionsTest, AnExceptionAnywhereLeavesNothingHalfDone) {
  int failed = 0;
  for (int looks = 0; looks < 40; ++looks) {
    const auto key = std::to_string(looks);
    clock_.ThrowAfter(looks);
    const bool written = Write(Put(key)).has_value();
    EXPECT_EQ(Has(key), written) << "after " << looks << " looks";
    if (!written) ++failed;
    clock_.ThrowAfter(-1);
    ASSERT_TRUE(Write(Put("n" + key)).has_value());
    ExpectCounts();
  }
  EXPECT_GE(failed, 4) << "the decision, its check in the queue and the end of the batch";
}

TEST_P(ExceptionsTest, ATransactionThatThrowsIsWholeOrAbsent) {
  for (int looks = 0; looks < 40; ++looks) {
    const auto key = std::to_string(looks);
    clock_.ThrowAfter(looks);
    const auto outcome = Transact({Put("a" + key), Put("b" + key)});
    clock_.ThrowAfter(-1);
    // Step finds out how an abandoned transaction ended, and so does a request that meets its
    // marks.
    bool free = false;
    for (int i = 0; i < 10 && !free; ++i) {
      ASSERT_TRUE(transactions_.Step().has_value());
      EXPECT_EQ(Has("a" + key), Has("b" + key)) << "after " << looks << " looks";
      EXPECT_TRUE(Has("a" + key) || !outcome);
      const auto touched = Write(Touch("a" + key));
      free = touched && Write(Touch("b" + key));
    }
    EXPECT_TRUE(free) << "after " << looks << " looks";
  }
}

INSTANTIATE_TEST_SUITE_P(Protocols, ExceptionsTest,
                         ::testing::Values(Transactions::Protocol::kOneCommit,
                                           Transactions::Protocol::kTwoPhase),
                         [](const auto& each) {
                           return each.param == Transactions::Protocol::kOneCommit ? "OneCommit"
                                                                                   : "TwoPhase";
                         });

}  // namespace
}  // namespace stator::table
