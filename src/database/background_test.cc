#include "database/background.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <new>
#include <semaphore>

#include <gtest/gtest.h>

namespace stator::database {
namespace {

using table::StepOutcome;

// Returns the given outcomes, one per step, and lets a test wait for a step to begin.
class Script final : public table::SteppedWork {
 public:
  Result<StepOutcome> Step() override {
    begun_.release();
    const auto turn = steps_++;
    if (turn < outcomes.size()) return outcomes[turn];
    return StepOutcome{};
  }
  void AwaitStep() { begun_.acquire(); }
  std::size_t steps() const { return steps_; }

  std::vector<Result<StepOutcome>> outcomes;

 private:
  std::counting_semaphore<> begun_{0};
  std::atomic<std::size_t> steps_ = 0;
};

class FunctionWork final : public table::SteppedWork {
 public:
  explicit FunctionWork(std::function<Result<StepOutcome>()> step) : step_(std::move(step)) {}
  Result<StepOutcome> Step() override { return step_(); }

 private:
  const std::function<Result<StepOutcome>()> step_;
};

TEST(Background, StepsWhileThereIsWork) {
  Script script;
  script.outcomes = {StepOutcome{.worked = true}, StepOutcome{.worked = true}, StepOutcome{}};
  Background background;
  background.Start({&script});
  for (int i = 0; i < 3; ++i) script.AwaitStep();
  background.Stop();
  EXPECT_EQ(script.steps(), 3U);
}

TEST(Background, AThrowingStepCountsAsFailed) {
  std::counting_semaphore<> begun(0);
  std::atomic<int> steps = 0;
  FunctionWork work([&]() -> Result<StepOutcome> {
    const int turn = steps++;
    begun.release();
    if (turn == 0) throw std::bad_alloc();
    return StepOutcome{};
  });
  Background background;
  background.Start({&work});
  begun.acquire();
  background.Wake();
  begun.acquire();
  EXPECT_EQ(background.failures(), 1U);
}

TEST(Background, AFailureSlowsNoOtherWork) {
  Script script;
  table::StepSum sum;
  sum.Add(Fail(ErrorCode::kUnavailable, "full"));
  sum.Add(StepOutcome{.worked = true});
  script.outcomes = {sum.Take(), sum.Take(), StepOutcome{}};
  Background background;
  background.Start({&script});
  for (int i = 0; i < 3; ++i) script.AwaitStep();
  background.Stop();
  EXPECT_EQ(background.failures(), 2U);
}

TEST(Background, AFailingWorkDoesNotDelayOthers) {
  Script failing;
  failing.outcomes.assign(2, Fail(ErrorCode::kUnavailable, "full"));
  Script working;
  working.outcomes.assign(2, StepOutcome{.worked = true});
  Background background;
  background.Start({&failing, &working});
  for (int i = 0; i < 3; ++i) working.AwaitStep();
  background.Stop();
  EXPECT_EQ(failing.steps(), 3U);
  EXPECT_EQ(background.failures(), 2U);
}

// The commit queue may wake the thread while the database is still being built.
TEST(Background, AWakeBeforeTheStartIsHarmless) {
  Script script;
  Background background;
  background.Wake();
  background.Start({&script});
  script.AwaitStep();
}

TEST(Background, WakeRunsAnotherStep) {
  Script script;
  Background background;
  background.Start({&script});
  script.AwaitStep();
  background.Wake();
  script.AwaitStep();
}

// A wake during a step is not lost, because the step may already have looked.
TEST(Background, WakeWithinAStepRunsAnotherStep) {
  Script script;
  Background* self = nullptr;
  std::promise<void> made;
  auto ready = made.get_future().share();
  FunctionWork work([&] {
    ready.wait();
    if (script.steps() == 0) self->Wake();
    return script.Step();
  });
  Background background;
  background.Start({&work});
  self = &background;
  made.set_value();
  script.AwaitStep();
  script.AwaitStep();
}

TEST(Background, StepsAgainWhenTheWaitIsOver) {
  Script script;
  script.outcomes = {StepOutcome{.wait = 2000}};
  Background background;
  background.Start({&script});
  script.AwaitStep();
  script.AwaitStep();
}

TEST(Background, AwaitsASettledState) {
  std::atomic<int> left = 3;
  FunctionWork work([&] {
    if (left > 0) --left;
    return StepOutcome{.worked = left > 0};
  });
  Background background;
  background.Start({&work});
  EXPECT_TRUE(background.Await([&] { return left == 0; }, std::chrono::hours(1)));
  EXPECT_FALSE(background.Await([] { return false; }, std::chrono::milliseconds(1)));
}

// Two such callers would occupy all workers of the lane for table changes.
TEST(Background, OnlyOneCallerAwaitsForLong) {
  std::atomic<bool> is_settled = false;
  std::atomic<bool> is_asked = false;
  FunctionWork work([] { return StepOutcome{}; });
  Background background;
  background.Start({&work});
  auto first = std::async(std::launch::async, [&] {
    return background.Await(
        [&] {
          is_asked = true;
          return is_settled.load();
        },
        std::chrono::hours(1));
  });
  while (!is_asked) std::this_thread::yield();
  const auto began = std::chrono::steady_clock::now();
  EXPECT_FALSE(background.Await([] { return false; }, std::chrono::seconds(4)));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(3));
  is_settled = true;
  background.Wake();
  EXPECT_TRUE(first.get());
  // No caller waits any more, so the next one may use all of its time.
  EXPECT_FALSE(background.Await([] { return false; }, std::chrono::milliseconds(1)));
}

TEST(Background, AwaitReturnsAfterStop) {
  FunctionWork work([] { return StepOutcome{}; });
  Background background;
  background.Start({&work});
  background.Stop();
  EXPECT_FALSE(background.Await([] { return false; }, std::chrono::hours(1)));
}

TEST(Background, CountsFailuresAndContinues) {
  Script script;
  script.outcomes = {Fail(ErrorCode::kUnavailable, "the disk is full")};
  Background background;
  background.Start({&script});
  script.AwaitStep();
  background.Wake();
  script.AwaitStep();
  EXPECT_EQ(background.failures(), 1U);
}

}  // namespace
}  // namespace stator::database
