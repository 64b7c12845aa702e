#include "simulate/profile.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "simulate/testing.h"

namespace stator::simulate {
namespace {

constexpr char kModel[] = R"(model shop
table Shop (PK, SK) on-demand

entity Order 1M x 500B
  attr orderId:id
  key  ORDER#{orderId} / A

patterns
  P1 100/s peak 150/s get Order[orderId]
  P2 100/s peak 900/s get Order[orderId]
  P3 100/s            get Order[orderId]
)";

struct Curve {
  double average = 0;
  double highest = 0;
  double lowest = 1e12;
};

Curve DayOf(const Profile& profile, std::size_t pattern) {
  Curve curve;
  for (std::int64_t second = 0; second < 86'400; second += 60) {
    const double rate = profile.Rate(pattern, second);
    curve.average += rate / 1440;
    curve.highest = std::max(curve.highest, rate);
    curve.lowest = std::min(curve.lowest, rate);
  }
  return curve;
}

TEST(ProfileTest, EvenIsTheAverage) {
  const auto profile = Profile::Even(testing::ModelOf(kModel));
  EXPECT_EQ(profile.Rate(1, 0), 100);
  EXPECT_EQ(profile.Rate(1, 1'000'000), 100);
}

TEST(ProfileTest, ADayHasItsAverageAndItsPeak) {
  const auto profile = Profile::Diurnal(testing::ModelOf(kModel));
  const double peaks[] = {150, 900, 200};
  const double lows[] = {50, 40, 0};
  for (const std::size_t pattern : {0, 1, 2}) {
    const auto day = DayOf(profile, pattern);
    EXPECT_NEAR(day.average, 100, 0.5) << pattern;
    EXPECT_NEAR(day.highest, peaks[pattern], 0.5) << pattern;
    EXPECT_GE(day.lowest, lows[pattern]) << pattern;
    EXPECT_LT(day.lowest, 100) << pattern;
    EXPECT_EQ(profile.Rate(pattern, 14 * 3600), day.highest);
    EXPECT_EQ(profile.Rate(pattern, 38 * 3600), day.highest);  // the next day
  }
}

TEST(ProfileTest, ASpikeIsSuddenAndShort) {
  const auto profile = Profile::Spike(testing::ModelOf(kModel), 7200);
  EXPECT_EQ(profile.Rate(1, 3599), 100);
  EXPECT_EQ(profile.Rate(1, 3600), 900);
  EXPECT_EQ(profile.Rate(1, 5399), 900);
  EXPECT_EQ(profile.Rate(1, 5400), 100);
  EXPECT_EQ(profile.Rate(2, 3600), 1000);
}

TEST(ProfileTest, ATableOfFactors) {
  const auto model = testing::ModelOf(kModel);
  const auto all = Profile::FromTable(model, "time,factor\n0,0.5\r\n1h,2\n\n7200,0\n");
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->Rate(0, 0), 50);
  EXPECT_EQ(all->Rate(0, 3599), 50);
  EXPECT_EQ(all->Rate(2, 3600), 200);
  EXPECT_EQ(all->Rate(2, 100'000), 0);
  const auto some = Profile::FromTable(model, "time, P2 ,P3\n60,3,0.1\n");
  ASSERT_TRUE(some) << some.error().message;
  EXPECT_EQ(some->Rate(0, 60), 100);
  EXPECT_EQ(some->Rate(1, 59), 100);
  EXPECT_EQ(some->Rate(1, 60), 300);
  EXPECT_EQ(some->Rate(2, 60), 10);
}

TEST(ProfileTest, MistakesAreReportedInOneSentence) {
  const auto model = testing::ModelOf(kModel);
  for (const auto* text :
       {"", "factor\n", "hour,factor\n", "time,P9\n", "time,factor\n1h\n", "time,factor\n1h,2,3\n",
        "time,factor\nnoon,2\n", "time,factor\n2,1\n1,1\n", "time,factor\n1,-1\n",
        "time,factor\n1,nan\n", "time,factor\n1,1e9\n", "time,factor\n-1,1\n"}) {
    const auto profile = Profile::FromTable(model, text);
    ASSERT_FALSE(profile) << text;
    EXPECT_EQ(profile.error().message.back(), '.') << text;
  }
}

}  // namespace
}  // namespace stator::simulate
