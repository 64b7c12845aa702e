#include "database/background.h"

#include <atomic>
#include <chrono>
#include <future>
#include <new>
#include <semaphore>

#include <gtest/gtest.h>

namespace stator::database {
namespace {

using table::StepOutcome;

// Runs the outcomes it is given, one for each step, and lets a test wait for a step to come.
class Script {
 public:
  Result<StepOutcome> Step() {
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

TEST(Background, StepsForAsLongAsThereIsWork) {
  Script script;
  script.outcomes = {StepOutcome{.worked = true}, StepOutcome{.worked = true}, StepOutcome{}};
  Background background([&] { return script.Step(); });
  for (int i = 0; i < 3; ++i) script.AwaitStep();
  background.Stop();
  EXPECT_EQ(script.steps(), 3U);
}

TEST(Background, AStepThatThrowsHasFailed) {
  std::counting_semaphore<> begun(0);
  std::atomic<int> steps = 0;
  Background background([&]() -> Result<StepOutcome> {
    const int turn = steps++;
    begun.release();
    if (turn == 0) throw std::bad_alloc();
    return StepOutcome{};
  });
  begun.acquire();
  background.Wake();
  begun.acquire();
  EXPECT_EQ(background.failures(), 1U);
}

TEST(Background, WhatFailsInOnePlaceSlowsNoOther) {
  Script script;
  table::StepSum sum;
  sum.Add(Fail(ErrorCode::kUnavailable, "full"));
  sum.Add(StepOutcome{.worked = true});
  script.outcomes = {sum.Take(), sum.Take(), StepOutcome{}};
  Background background([&] { return script.Step(); });
  for (int i = 0; i < 3; ++i) script.AwaitStep();
  background.Stop();
  EXPECT_EQ(background.failures(), 2U);
}

TEST(Background, IsWokenForMore) {
  Script script;
  Background background([&] { return script.Step(); });
  script.AwaitStep();
  background.Wake();
  script.AwaitStep();
}

// Waking while a step runs is not lost: the step may have looked already.
TEST(Background, IsWokenWithinAStep) {
  Script script;
  Background* self = nullptr;
  std::promise<void> made;
  auto ready = made.get_future().share();
  Background background([&] {
    ready.wait();
    if (script.steps() == 0) self->Wake();
    return script.Step();
  });
  self = &background;
  made.set_value();
  script.AwaitStep();
  script.AwaitStep();
}

TEST(Background, ComesBackWhenItIsTime) {
  Script script;
  script.outcomes = {StepOutcome{.wait = 2000}};
  Background background([&] { return script.Step(); });
  script.AwaitStep();
  script.AwaitStep();
}

TEST(Background, AwaitsASettledState) {
  std::atomic<int> left = 3;
  Background background([&] {
    if (left > 0) --left;
    return StepOutcome{.worked = left > 0};
  });
  EXPECT_TRUE(background.Await([&] { return left == 0; }, std::chrono::hours(1)));
  EXPECT_FALSE(background.Await([] { return false; }, std::chrono::milliseconds(1)));
}

TEST(Background, NobodyAwaitsWhatHasStopped) {
  Background background([] { return StepOutcome{}; });
  background.Stop();
  EXPECT_FALSE(background.Await([] { return false; }, std::chrono::hours(1)));
}

TEST(Background, CountsFailuresAndGoesOn) {
  Script script;
  script.outcomes = {Fail(ErrorCode::kUnavailable, "the disk is full")};
  Background background([&] { return script.Step(); });
  script.AwaitStep();
  background.Wake();
  script.AwaitStep();
  EXPECT_EQ(background.failures(), 1U);
}

}  // namespace
}  // namespace stator::database
