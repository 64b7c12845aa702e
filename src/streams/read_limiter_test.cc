#include "streams/read_limiter.h"

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"

namespace stator::streams {
namespace {

TEST(ReadLimiter, CountsEachShardAndSecondSeparately) {
  ReadLimiter limiter(2);
  EXPECT_TRUE(limiter.Admit(1, 10 * kSecond));
  EXPECT_TRUE(limiter.Admit(1, 10 * kSecond + 1));
  EXPECT_FALSE(limiter.Admit(1, 11 * kSecond - 1));
  EXPECT_TRUE(limiter.Admit(2, 11 * kSecond - 1));
  EXPECT_TRUE(limiter.Admit(1, 11 * kSecond));
}

TEST(ReadLimiter, WithoutALimitEverythingPasses) {
  ReadLimiter limiter(0);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(limiter.Admit(1, kSecond));
}

TEST(ReadLimiter, ShardsBeyondTheBoundAreAdmittedUncounted) {
  ReadLimiter limiter(1);
  for (std::size_t i = 0; i < limits::kLimitedShardsMax; ++i) {
    EXPECT_TRUE(limiter.Admit(static_cast<storage::Space>(i), kSecond));
  }
  const auto beyond = static_cast<storage::Space>(limits::kLimitedShardsMax);
  EXPECT_TRUE(limiter.Admit(beyond, kSecond));
  EXPECT_TRUE(limiter.Admit(beyond, kSecond));
  EXPECT_FALSE(limiter.Admit(0, kSecond));
  // The next second makes room.
  EXPECT_TRUE(limiter.Admit(beyond, 2 * kSecond));
  EXPECT_FALSE(limiter.Admit(beyond, 2 * kSecond));
}

}  // namespace
}  // namespace stator::streams
