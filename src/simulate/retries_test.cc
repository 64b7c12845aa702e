#include "simulate/retries.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace stator::simulate {
namespace {

struct Waits {
  std::int64_t shortest = kBackoffMax;
  std::int64_t longest = 0;
  double mean = 0;
};

Waits WaitsAfter(int attempt) {
  constexpr int kDraws = 10'000;
  Random random(7);
  Waits waits;
  for (int i = 0; i < kDraws; ++i) {
    const auto seconds = SecondsUntilRetry(attempt, random);
    waits.shortest = std::min(waits.shortest, seconds);
    waits.longest = std::max(waits.longest, seconds);
    waits.mean += static_cast<double>(seconds) / kDraws;
  }
  return waits;
}

TEST(RetriesTest, EachWaitIsUpToTwiceTheOneBefore) {
  for (const auto& [attempt, longest] : {std::pair(1, 1), {2, 2}, {3, 4}, {4, 8}, {5, 16}}) {
    const auto waits = WaitsAfter(attempt);
    EXPECT_EQ(waits.shortest, 1) << attempt;
    EXPECT_EQ(waits.longest, longest) << attempt;
  }
  // Every wait up to the longest is equally likely.
  EXPECT_NEAR(WaitsAfter(4).mean, 4, 0.2);
  EXPECT_NEAR(WaitsAfter(5).mean, 8, 0.3);
}

TEST(RetriesTest, NoWaitExceedsTheBackoffBound) {
  for (int attempt = 6; attempt <= kAttemptsMax; ++attempt) {
    EXPECT_EQ(WaitsAfter(attempt).longest, kBackoffMax) << attempt;
    EXPECT_NEAR(WaitsAfter(attempt).mean, 10, 0.3) << attempt;
  }
}

TEST(RetriesTest, APieceIsTakenOnceInItsSecond) {
  Retries retries;
  Random random(7);
  EXPECT_TRUE(retries.Take(100).empty());
  retries.Add({.flow = 2, .runs = 1}, 100, random);
  retries.Add({.flow = 1, .runs = 2.5, .attempt = 9}, 100, random);
  EXPECT_EQ(retries.Waiting(), 3.5);
  std::vector<Piece> taken;
  for (std::int64_t second = 101; second <= 100 + kBackoffMax; ++second) {
    for (auto& piece : retries.Take(second)) taken.push_back(std::move(piece));
  }
  ASSERT_EQ(taken.size(), 2);
  EXPECT_EQ(taken[0].flow, 2);
  EXPECT_EQ(taken[0].attempt, 2);
  EXPECT_EQ(taken[1].runs, 2.5);
  EXPECT_EQ(taken[1].attempt, 10);
  EXPECT_EQ(retries.Waiting(), 0);
}

TEST(RetriesTest, ALargePieceIsSplit) {
  Retries retries;
  Random random(7);
  retries.Add({.runs = 1000}, 0, random);
  std::size_t parts = 0;
  for (std::int64_t second = 1; second <= 200; ++second) {
    for (auto& piece : retries.Take(second)) {
      if (piece.attempt == kAttemptsMax) {
        EXPECT_EQ(piece.runs, 250);
        ++parts;
        continue;
      }
      retries.Add(std::move(piece), second, random);
      EXPECT_GE(retries.Waiting(), 250);
    }
  }
  EXPECT_LE(parts, 4);
  EXPECT_GE(parts + static_cast<std::size_t>(retries.Waiting() / 250), 4);
}

}  // namespace
}  // namespace stator::simulate
