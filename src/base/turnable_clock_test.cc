#include "base/turnable_clock.h"

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/durations.h"

namespace stator {
namespace {

constexpr TimeMicros kBegin = 1'700'000'000 * kSecond;

class TurnableClockTest : public ::testing::Test {
 protected:
  TurnableClock Open(const ClockRule& rule = {}, TimeMicros not_before = 0) {
    return TurnableClock(rule, not_before, [this] { return machine_.load(); });
  }

  static void Turn(TurnableClock& clock, const ClockTurn& turn) {
    const auto rule = clock.Stop(turn);
    ASSERT_TRUE(rule.has_value()) << rule.error().message;
    clock.Follow(*rule);
  }

  std::atomic<TimeMicros> machine_ = kBegin;
};

TEST_F(TurnableClockTest, FollowsTheMachineUntilItIsTurned) {
  const auto clock = Open();
  EXPECT_EQ(clock.Now(), kBegin);
  machine_ += 5;
  EXPECT_EQ(clock.Now(), kBegin + 5);
  machine_ -= 3;  // set back
  EXPECT_EQ(clock.Now(), kBegin + 5);
}

TEST_F(TurnableClockTest, StepsForward) {
  auto clock = Open();
  Turn(clock, {.advance = 3 * kSecond});
  EXPECT_EQ(clock.Now(), kBegin + 3 * kSecond);
  machine_ += kSecond;
  EXPECT_EQ(clock.Now(), kBegin + 4 * kSecond);
  Turn(clock, {.set = kBegin + 100 * kSecond});
  EXPECT_EQ(clock.Now(), kBegin + 100 * kSecond);
}

TEST_F(TurnableClockTest, FreezesAndContinuesFromThere) {
  auto clock = Open();
  Turn(clock, {.frozen = true});
  machine_ += 10 * kSecond;
  EXPECT_EQ(clock.Now(), kBegin);
  Turn(clock, {.advance = kSecond});
  EXPECT_EQ(clock.Now(), kBegin + kSecond);
  EXPECT_TRUE(clock.rule().frozen);
  Turn(clock, {.frozen = false});
  EXPECT_EQ(clock.Now(), kBegin + kSecond);
  machine_ += kSecond;
  EXPECT_EQ(clock.Now(), kBegin + 2 * kSecond);
}

TEST_F(TurnableClockTest, RunsAtAnySpeed) {
  auto clock = Open();
  Turn(clock, {.scale = 60 * kClockScaleOne});
  machine_ += kSecond;
  EXPECT_EQ(clock.Now(), kBegin + 60 * kSecond);
  Turn(clock, {.scale = kClockScaleOne / 2});
  machine_ += kSecond;
  EXPECT_EQ(clock.Now(), kBegin + 60 * kSecond + kSecond / 2);
  Turn(clock, {.scale = kClockScaleMax});
  machine_ += 100LL * 365 * 86'400 * kSecond;
  EXPECT_EQ(clock.Now(), kServiceTimeMax);
}

TEST_F(TurnableClockTest, RefusesToGoBackAndContinuesAsBefore) {
  auto clock = Open();
  for (const ClockTurn& turn :
       {ClockTurn{.advance = -1}, ClockTurn{.set = kBegin - 1},
        ClockTurn{.set = kServiceTimeMax + 1}, ClockTurn{.advance = kServiceTimeMax},
        ClockTurn{.scale = 0}, ClockTurn{.scale = kClockScaleMax + 1}, ClockTurn{.scale = -1000}}) {
    const auto rule = clock.Stop(turn);
    ASSERT_FALSE(rule.has_value());
    EXPECT_EQ(rule.error().code, ErrorCode::kValidationException);
    EXPECT_EQ(clock.rule(), ClockRule());
  }
}

TEST_F(TurnableClockTest, AnAbandonedTurnLeavesNoTrace) {
  auto clock = Open();
  const auto before = clock.rule();
  ASSERT_TRUE(clock.Stop({.advance = kSecond}).has_value());
  machine_ += kSecond;
  EXPECT_EQ(clock.Now(), kBegin);  // no other time meanwhile
  clock.Follow(before);
  EXPECT_EQ(clock.Now(), kBegin + kSecond);
}

TEST_F(TurnableClockTest, ContinuesFromTheStoredRuleAfterARestart) {
  machine_ = kBegin - 100 * kSecond;  // set back during the stop
  auto clock = Open({}, kBegin);
  EXPECT_EQ(clock.Now(), kBegin);
  machine_ += kSecond;
  EXPECT_EQ(clock.Now(), kBegin + kSecond);
  const auto frozen = Open({kBegin, kBegin + 7, kClockScaleOne, true}, kBegin + 9);
  EXPECT_EQ(frozen.Now(), kBegin + 9);
}

// The test makes random turns, some of them refused, jumps of the machine's clock both ways, and
// restarts with the stored rule.
TEST_F(TurnableClockTest, NeverRunsBackwards) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 chance(seed);
    const auto below = [&](TimeMicros bound) {
      return static_cast<TimeMicros>(chance() % static_cast<std::uint64_t>(bound));
    };
    machine_ = kBegin;
    ClockRule stored;
    auto clock = std::make_unique<TurnableClock>(stored, 0, [this] { return machine_.load(); });
    TimeMicros last = 0;
    const auto look = [&] {
      const auto now = clock->Now();
      ASSERT_GE(now, last) << "seed " << seed;
      last = now;
    };
    for (int step = 0; step < 100; ++step) {
      ClockTurn turn;
      switch (chance() % 8) {
        case 0:
          turn.advance = below(1'000 * kSecond) - 100 * kSecond;
          break;
        case 1:
          turn.set = last + below(1'000 * kSecond) - 500 * kSecond;
          break;
        case 2:
          turn.scale = below(10'000) - 1'000;
          break;
        case 3:
          turn.frozen = chance() % 2 == 0;
          break;
        case 4:
          machine_ -= below(1'000 * kSecond);
          break;
        case 5:
          clock = std::make_unique<TurnableClock>(stored, last, [this] { return machine_.load(); });
          break;
        default:
          machine_ += below(100 * kSecond);
      }
      look();
      if (const auto rule = clock->Stop(turn)) {
        machine_ += below(kSecond);
        look();
        // Sometimes the disk refuses the write.
        const auto before = stored;
        if (chance() % 4 != 0) stored = *rule;
        clock->Follow(chance() % 4 != 0 ? *rule : before);
      }
      look();
    }
  }
}

// The rules differ in all members, so a mixture of two would be visible.
TEST_F(TurnableClockTest, ReadersSeeConsistentRules) {
  auto clock = Open();
  std::atomic<bool> done = false;
  std::atomic<int> mixed = 0;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      TimeMicros last = 0;
      while (!done) {
        const auto rule = clock.rule();
        if (rule.machine != 0 && (rule.service != 2 * rule.machine || rule.scale != rule.machine ||
                                  rule.frozen != (rule.machine % 2 == 1))) {
          ++mixed;
        }
        const auto now = clock.Now();
        if (now < last) ++mixed;
        last = now;
      }
    });
  }
  for (TimeMicros i = 1; i < 100'000; ++i) clock.Follow({i, 2 * i, i, i % 2 == 1});
  done = true;
  readers.clear();
  EXPECT_EQ(mixed, 0);
}

}  // namespace
}  // namespace stator
