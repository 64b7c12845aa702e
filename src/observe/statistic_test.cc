#include "observe/statistic.h"

#include <gtest/gtest.h>

namespace stator::observe {
namespace {

TEST(StatisticTest, ReturnsTheRequestedStatistic) {
  Statistics values;
  for (int i = 1; i <= 100; ++i) values.AddDistributed(i);
  const auto of = [&](std::string_view name) { return *Statistic::Parse(name)->Of(values); };
  EXPECT_EQ(of("Sum"), 5050);
  EXPECT_EQ(of("Average"), 50.5);
  EXPECT_EQ(of("Minimum"), 1);
  EXPECT_EQ(of("Maximum"), 100);
  EXPECT_EQ(of("SampleCount"), 100);
  EXPECT_NEAR(of("p50"), 50, 2);
  EXPECT_NEAR(of("p99.9"), 99.9, 4);
  EXPECT_EQ(of("p100"), 100);
  EXPECT_EQ(of("p0"), 1);
}

TEST(StatisticTest, PercentilesNeedADistribution) {
  Statistics values;
  values.Add(1);
  EXPECT_EQ(Statistic::Parse("p90")->Of(values), 1);
  values.Add(3);
  EXPECT_EQ(Statistic::Parse("p90")->Of(values), std::nullopt);
}

TEST(StatisticTest, HasNoInfiniteValues) {
  Statistics values;
  values.AddDistributed(1.7e308);
  values.AddDistributed(1.7e308);
  values.AddDistributed(-1.7e308);
  EXPECT_EQ(Statistic::Parse("Sum")->Of(values), std::nullopt);
  EXPECT_EQ(Statistic::Parse("Average")->Of(values), std::nullopt);
  EXPECT_EQ(Statistic::Parse("Maximum")->Of(values), 1.7e308);
  EXPECT_EQ(Statistic::Parse("SampleCount")->Of(values), 3);
}

TEST(StatisticTest, RefusesUnknownStatisticsByName) {
  for (const auto* bad : {"tm99", "wm98", "p101", "p-1", "p", "sum", "", "IQM", "p9x", "pnan"}) {
    EXPECT_EQ(Statistic::Parse(bad).error().code, ErrorCode::kInvalidParameterValueException)
        << bad;
  }
}

TEST(StatisticTest, PeriodsBeginAtTheOrigin) {
  Statistics one;
  one.Add(1);
  const Points points = {{7, one}, {8, one}, {11, one}, {12, one}};
  const auto sums = ByPeriod(points, 7 * 60, 300);
  ASSERT_EQ(sums.size(), 2);
  EXPECT_EQ(sums.at(420).count, 3);
  EXPECT_EQ(sums.at(720).count, 1);
  EXPECT_TRUE(IsPeriod(86'400) && IsPeriod(5));
  EXPECT_TRUE(IsPeriod(864'000'000));
  EXPECT_FALSE(IsPeriod(60LL << 56) || IsPeriod(60LL << 30));
  EXPECT_FALSE(IsPeriod(61) || IsPeriod(0) || IsPeriod(-60));
}

}  // namespace
}  // namespace stator::observe
