#include "streams/read_limiter.h"

#include <gtest/gtest.h>

#include "base/durations.h"

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

}  // namespace
}  // namespace stator::streams
