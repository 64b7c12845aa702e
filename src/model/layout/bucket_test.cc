#include "model/language/bucket.h"

#include <string>

#include <gtest/gtest.h>

#include "model/layout/render.h"

namespace stator::model {
namespace {

constexpr std::string_view kTime = "2026-11-15T10:30:00.000Z";

TEST(Bucket, LettersCountTheLeadingPartOfATime) {
  EXPECT_EQ(kTime.substr(0, LettersOf(Bucket::kMinute)), "2026-11-15T10:30");
  EXPECT_EQ(kTime.substr(0, LettersOf(Bucket::kHour)), "2026-11-15T10");
  EXPECT_EQ(kTime.substr(0, LettersOf(Bucket::kDay)), "2026-11-15");
  EXPECT_EQ(kTime.substr(0, LettersOf(Bucket::kMonth)), "2026-11");
  EXPECT_EQ(BucketText(kTime, Bucket::kNone), kTime);
}

TEST(Bucket, ALongerBucketHasFewerLetters) {
  std::int64_t seconds = 0;
  std::size_t letters = kTime.size();
  for (const auto bucket : kBuckets) {
    EXPECT_GT(SecondsOf(bucket), seconds) << NameOf(bucket);
    EXPECT_LT(LettersOf(bucket), letters) << NameOf(bucket);
    seconds = SecondsOf(bucket);
    letters = LettersOf(bucket);
  }
  EXPECT_EQ(seconds, 30 * 86'400);
}

TEST(Bucket, OnlyMonthsDifferInLength) {
  for (const auto bucket : kBuckets) {
    EXPECT_EQ(SecondsAtLeast(bucket) == SecondsOf(bucket), bucket != Bucket::kMonth);
  }
  EXPECT_EQ(SecondsAtLeast(Bucket::kMonth), 28 * 86'400);
}

TEST(Bucket, NoneHasNoNameLettersOrSeconds) {
  EXPECT_EQ(NameOf(Bucket::kNone), "");
  EXPECT_EQ(LettersOf(Bucket::kNone), 0U);
  EXPECT_EQ(SecondsOf(Bucket::kNone), 0);
  EXPECT_EQ(SecondsAtLeast(Bucket::kNone), 0);
}

}  // namespace
}  // namespace stator::model
