#include "capacity/decreases.h"

#include <gtest/gtest.h>

#include "base/time_text.h"

namespace stator::capacity {
namespace {

constexpr std::int64_t kMax = 4;

TimeMicros Time(const char* text) { return *ParseTime(text); }

TEST(DecreasesTest, AFewAtOnceThenOneAnHourUntilMidnight) {
  catalog::Provisioned provisioned;
  auto now = Time("2027-01-01T00:30:00Z");
  for (int i = 0; i < kMax; ++i) {
    EXPECT_EQ(DecreasesToday(provisioned, now), i);
    EXPECT_EQ(DecreaseHeldUntil(provisioned, kMax, now), std::nullopt);
    NoteDecrease(now, provisioned);
  }
  EXPECT_EQ(DecreaseHeldUntil(provisioned, kMax, now), Time("2027-01-01T01:30:00Z"));
  now = Time("2027-01-01T01:30:00Z");
  EXPECT_EQ(DecreaseHeldUntil(provisioned, kMax, now), std::nullopt);
  NoteDecrease(now, provisioned);
  EXPECT_EQ(DecreasesToday(provisioned, now), kMax + 1);
  EXPECT_EQ(DecreaseHeldUntil(provisioned, kMax, now + 1), Time("2027-01-01T02:30:00Z"));
  now = Time("2027-01-01T23:40:00Z");
  NoteDecrease(now, provisioned);
  EXPECT_EQ(DecreaseHeldUntil(provisioned, kMax, now), Time("2027-01-02"));
  EXPECT_EQ(DecreaseHeldUntil(provisioned, kMax, Time("2027-01-02")), std::nullopt);
  EXPECT_EQ(DecreasesToday(provisioned, Time("2027-01-02")), 0);
}

}  // namespace
}  // namespace stator::capacity
