#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/work_limits.h"
#include "table/commit_queue.h"
#include "table/controlled_engine.h"
#include "table/testing.h"

// Tests of decisions that are too much work for an event loop or the commit thread.
namespace stator::table {
namespace {

using testing::ControlledEngine;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;
using Work = std::move_only_function<void()>;

class HeavyDecisionsTest : public ::testing::Test {
 protected:
  HeavyDecisionsTest() {
    catalog_ = std::move(*catalog::Catalog::Load(engine_));
    queue_ = std::make_unique<CommitQueue>(engine_, *catalog_, clock_);
    queue_->UseWorkers([this](Work work) { return Take(std::move(work)); });
    table_ = *queue_->Change([](catalog::Catalog& catalog) -> Result<catalog::Change> {
      return catalog.PlanCreate(KeyedTable("t"));
    });
    EXPECT_TRUE(Write(Light(0)).has_value());
  }

  bool Take(Work work) {
    ++handed_on_;
    if (full_) return false;
    const std::scoped_lock lock(mutex_);
    workers_.emplace_back([work = std::move(work)]() mutable { work(); });
    return true;
  }

  Command Light(int number) {
    return PutCommand(
        table_, MakeItem({{"pk", S("a")}, {"n", N(number)}, {"s", S(std::string(10'000, 'x'))}}));
  }

  // Adds one to n. It is as much work as a condition with many searches.
  Command Heavy() {
    auto command = Light(0);
    command.effort.passes = limits::kBatchWorkMax / 10'000;
    command.decide = [this](const item::ItemView* stored) -> Result<Decision> {
      {
        const std::scoped_lock lock(mutex_);
        deciders_.push_back(std::this_thread::get_id());
      }
      if (while_deciding_) while_deciding_();
      const auto count = *item::Number::Decode(stored->Find("n")->scalar());
      return Decision::Replace(MakeItem({{"pk", S("a")},
                                         {"n", {*count.Plus(item::Number(1))}},
                                         {"s", S(std::string(10'000, 'x'))}}));
    };
    return command;
  }

  std::future<Result<Written>> Begin(Command command) {
    auto promise = std::make_shared<std::promise<Result<Written>>>();
    queue_->Submit(std::move(command),
                   [promise](Result<Written> written) { promise->set_value(std::move(written)); });
    return promise->get_future();
  }
  Result<Written> Write(Command command) { return Begin(std::move(command)).get(); }

  std::size_t decided() {
    const std::scoped_lock lock(mutex_);
    return deciders_.size();
  }

  item::Tree StoredNumber() {
    auto command = Light(0);
    command.wanted.old_image = true;
    command.decide = [](const item::ItemView*) -> Result<Decision> { return Decision::Keep(); };
    return item::TreeOf(*Write(std::move(command))->old_image->view().Find("n"));
  }

  ControlledEngine engine_;
  ManualServiceClock clock_{1'700'000'000'000'000};
  std::unique_ptr<catalog::Catalog> catalog_;
  std::atomic<int> handed_on_ = 0;
  std::atomic<bool> full_ = false;
  std::function<void()> while_deciding_;
  std::mutex mutex_;
  std::vector<std::thread::id> deciders_;
  catalog::TablePtr table_;
  std::unique_ptr<CommitQueue> queue_;
  std::vector<std::jthread> workers_;  // none of them outlives the queue
};

TEST_F(HeavyDecisionsTest, AWorkerMakesAHeavyDecision) {
  EXPECT_TRUE(Write(Heavy()).has_value());
  ASSERT_EQ(decided(), 1U);
  EXPECT_NE(deciders_[0], std::this_thread::get_id());
  EXPECT_EQ(StoredNumber(), N(1));
}

TEST_F(HeavyDecisionsTest, TheCallerMakesALightDecision) {
  auto light = Heavy();
  light.effort.passes = 1;
  EXPECT_TRUE(Write(std::move(light)).has_value());
  EXPECT_EQ(handed_on_, 0);
  EXPECT_EQ(deciders_.at(0), std::this_thread::get_id());
}

// Every index may copy the whole item, which is too much work for an event loop.
TEST_F(HeavyDecisionsTest, AWorkerDecidesAnItemOfManyIndexes) {
  const auto item = MakeItem({{"pk", S("a")}, {"k", S("k")}, {"s", S(std::string(200'000, 'x'))}});
  auto put = PutCommand(table_, item);
  put.effort.bytes = item.view().Size();
  EXPECT_TRUE(Write(std::move(put)).has_value());
  EXPECT_EQ(handed_on_, 0);

  auto settings = KeyedTable("indexed");
  settings.definitions.push_back({"k", item::Type::kString});
  for (int i = 0; i < 20; ++i) {
    settings.indexes.push_back(testing::GlobalIndex("index" + std::to_string(i), "k"));
  }
  const auto indexed =
      *queue_->Change([&](catalog::Catalog& catalog) { return catalog.PlanCreate(settings); });
  put = PutCommand(indexed, item);
  put.effort.bytes = item.view().Size();
  EXPECT_TRUE(Write(std::move(put)).has_value());
  EXPECT_EQ(handed_on_, 1);
}

TEST_F(HeavyDecisionsTest, BusyWorkersThrottle) {
  full_ = true;
  const auto written = Write(Heavy());
  EXPECT_EQ(written.error().code, ErrorCode::kThrottlingException);
  EXPECT_EQ(decided(), 0U);
}

// A worker makes every heavy decision, also those made again; the commit thread makes none.
TEST_F(HeavyDecisionsTest, AnOvertakenDecisionGoesBackToAWorker) {
  bool overtaken = false;
  while_deciding_ = [&] {
    if (std::exchange(overtaken, true)) return;
    EXPECT_TRUE(Write(Light(41)).has_value());
  };
  EXPECT_TRUE(Write(Heavy()).has_value());
  EXPECT_EQ(decided(), 2U);
  EXPECT_EQ(handed_on_, 2);
  EXPECT_EQ(StoredNumber(), N(42));
}

TEST_F(HeavyDecisionsTest, ADecisionOvertakenTooOftenIsThrottled) {
  int number = 0;
  while_deciding_ = [&] { EXPECT_TRUE(Write(Light(++number)).has_value()); };
  const auto written = Write(Heavy());
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::kThrottlingException);
  EXPECT_EQ(decided(), static_cast<std::size_t>(limits::kDecisionRoundsMax));
}

// A decision that took long still holds if its item is the same.
TEST_F(HeavyDecisionsTest, AnOldDecisionIsNotMadeAgain) {
  while_deciding_ = [&] { clock_.Advance(2 * limits::kDecisionAgeMax); };
  EXPECT_TRUE(Write(Heavy()).has_value());
  EXPECT_EQ(decided(), 1U);
  EXPECT_EQ(StoredNumber(), N(1));
}

TEST_F(HeavyDecisionsTest, AnOvertakenTransactionFailsWithAConflict) {
  auto writes = queue_->Decide({Heavy()});
  ASSERT_TRUE(writes.has_value());
  EXPECT_TRUE(Write(Light(7)).has_value());
  std::promise<std::vector<Result<Written>>> outcomes;
  queue_->Submit(
      std::move(*writes), [](const auto&) { return std::vector<storage::Mutation>(); },
      [&](std::vector<Result<Written>> each) { outcomes.set_value(std::move(each)); });
  const auto each = outcomes.get_future().get();
  ASSERT_EQ(each.size(), 1U);
  EXPECT_EQ(each[0].error().code, ErrorCode::kTransactionConflictException);
  EXPECT_EQ(decided(), 1U);
}

// Heavy increments of one hot key are each decided on the image they replace.
TEST_F(HeavyDecisionsTest, ManyHeavyWritersOfOneKeyLoseNothing) {
  std::vector<std::future<Result<Written>>> writes;
  int made = 0;
  for (int i = 0; i < 8; ++i) {
    auto command = Heavy();
    command.effort.passes = limits::kBatchWorkMax / 10'000 / 16;  // a few fit in one batch
    writes.push_back(Begin(std::move(command)));
  }
  for (auto& write : writes) made += write.get().has_value() ? 1 : 0;
  EXPECT_EQ(StoredNumber(), N(made));
  EXPECT_EQ(made, 8);
}

TEST_F(HeavyDecisionsTest, WorkersWaitForRoomUntilTheQueueStops) {
  while (queue_->depth() != 0) std::this_thread::yield();
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::vector<std::future<Result<Written>>> writes;
  const std::size_t large = 400'000;
  for (std::size_t bytes = 0; bytes <= 2 * limits::kHeavyPendingBytesMax; bytes += large) {
    writes.push_back(Begin(PutCommand(table_, MakeItem({{"pk", S("b" + std::to_string(bytes))},
                                                        {"s", S(std::string(large, 'x'))}}))));
  }
  auto heavy = Begin(Heavy());
  EXPECT_EQ(decided(), 0U);
  go.set_value();
  for (auto& write : writes) EXPECT_TRUE(write.get().has_value());
  EXPECT_TRUE(heavy.get().has_value());
}

}  // namespace
}  // namespace stator::table
