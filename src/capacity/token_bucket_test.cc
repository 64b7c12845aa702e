#include "capacity/token_bucket.h"

#include <limits>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "capacity/rules.h"

namespace stator::capacity {
namespace {

constexpr TimeMicros kNow = 1'000 * kSecond;

TEST(TokenBucketTest, FillsToTheMicrosecond) {
  TokenBucket bucket(3, 300, 0, kNow);
  EXPECT_FALSE(bucket.Open(kNow));
  EXPECT_TRUE(bucket.Open(kNow + 1));  // three millionths of a half unit
  EXPECT_EQ(bucket.Level(kNow + 333'333), 0);
  EXPECT_EQ(bucket.Level(kNow + 333'334), 1);
  EXPECT_EQ(bucket.Level(kNow + 100 * kSecond), 300);
}

TEST(TokenBucketTest, ManyStepsFillLikeOneStep) {
  TokenBucket often(7, 300, 0, kNow);
  TokenBucket once(7, 300, 0, kNow);
  for (TimeMicros at = 0; at <= kSecond; at += 13) often.Level(kNow + at);
  EXPECT_EQ(often.Level(kNow + 3 * kSecond), 21);
  EXPECT_EQ(once.Level(kNow + 3 * kSecond), 21);
}

TEST(TokenBucketTest, HoldsNoMoreThanItsSeconds) {
  TokenBucket bucket(10, 300, 1, kNow);
  EXPECT_EQ(bucket.Level(kNow), 10);
  EXPECT_EQ(bucket.Level(kNow + 10'000 * kSecond), 3000);
  EXPECT_EQ(bucket.most(), 3000);
  EXPECT_EQ(bucket.Level(std::numeric_limits<TimeMicros>::max()), 3000);
}

TEST(TokenBucketTest, AdmitsOneRequestBeyondItsUnitsAndThenPaysTheDebt) {
  TokenBucket bucket(10, 1, 1, kNow);
  ASSERT_TRUE(bucket.Open(kNow));
  bucket.Take(35, kNow);
  EXPECT_EQ(bucket.Level(kNow), -25);
  EXPECT_FALSE(bucket.Open(kNow + 2'500'000));
  EXPECT_TRUE(bucket.Open(kNow + 2'500'001));
}

TEST(TokenBucketTest, ANewRateKeepsTheUnitsThatFit) {
  TokenBucket bucket(10, 300, 300, kNow);
  bucket.SetRate(5, kNow);
  EXPECT_EQ(bucket.Level(kNow), 1500);
  bucket.SetRate(100, kNow);
  EXPECT_EQ(bucket.Level(kNow), 1500);
  EXPECT_EQ(bucket.Level(kNow + kSecond), 1600);
  bucket.Take(2000, kNow + kSecond);
  bucket.SetRate(1, kNow + kSecond);
  EXPECT_EQ(bucket.Level(kNow + kSecond), -400);  // a debt stays
}

TEST(TokenBucketTest, TheOldRateAppliesUntilTheChange) {
  TokenBucket bucket(10, 300, 0, kNow);
  bucket.SetRate(100, kNow + 10 * kSecond);
  EXPECT_EQ(bucket.Level(kNow + 10 * kSecond), 100);
}

TEST(TokenBucketTest, AnEarlierTimeChangesNothing) {
  TokenBucket bucket(10, 300, 0, kNow);
  EXPECT_EQ(bucket.Level(kNow + kSecond), 10);
  EXPECT_EQ(bucket.Level(kNow), 10);
  EXPECT_EQ(bucket.Level(kNow + kSecond), 10);
}

TEST(TokenBucketTest, ExtremesStayWithinBounds) {
  TokenBucket bucket(std::numeric_limits<table::HalfUnits>::max(), 300, 300, 0);
  EXPECT_EQ(bucket.rate(), TokenBucket::kRateMax);
  EXPECT_EQ(bucket.Level(0), 300 * TokenBucket::kRateMax);
  bucket.Take(std::numeric_limits<table::HalfUnits>::max(), 0);
  EXPECT_FALSE(bucket.Open(0));
  bucket.Take(std::numeric_limits<table::HalfUnits>::max(), 0);
  EXPECT_EQ(bucket.Level(std::numeric_limits<TimeMicros>::max()), bucket.most());
  TokenBucket none(-5, 300, 300, 0);
  EXPECT_FALSE(none.Open(std::numeric_limits<TimeMicros>::max()));
}

}  // namespace
}  // namespace stator::capacity
