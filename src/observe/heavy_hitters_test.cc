#include "observe/heavy_hitters.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace stator::observe {
namespace {

TEST(HeavyHittersTest, CountsExactlyWhileThereIsRoom) {
  HeavyHitters hitters(3);
  hitters.Add("a", 1);
  hitters.Add("b", 5);
  hitters.Add("a", 2.5);
  const auto top = hitters.Top(10);
  ASSERT_EQ(top.size(), 2);
  EXPECT_EQ(top[0].key, "b");
  EXPECT_EQ(top[1].sum, 3.5);
  EXPECT_EQ(top[1].error, 0);
  EXPECT_EQ(hitters.Top(1).size(), 1);
}

TEST(HeavyHittersTest, ErrorBoundsHoldForRandomKeys) {
  constexpr std::size_t kCounters = 20;
  std::mt19937 random(7);
  std::geometric_distribution<int> keys(0.02);
  HeavyHitters hitters(kCounters);
  std::map<Bytes, double> truth;
  double total = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto key = std::to_string(keys(random));
    const double amount = 1 + i % 3;
    hitters.Add(key, amount);
    truth[key] += amount;
    total += amount;
  }
  EXPECT_EQ(hitters.total(), total);
  EXPECT_EQ(hitters.size(), kCounters);
  std::map<Bytes, double> told;
  for (const auto& [key, sum, error] : hitters.Top(kCounters)) {
    told[key] = sum;
    EXPECT_GE(sum, truth[key]);
    EXPECT_LE(sum - error, truth[key]);
    EXPECT_LE(error, total / kCounters);
  }
  for (const auto& [key, sum] : truth) {
    if (sum > total / kCounters) {
      EXPECT_TRUE(told.contains(key)) << key;
    }
  }
}

TEST(HeavyHittersTest, TotalsStayExactWithUnknownKeys) {
  HeavyHitters counted(4);
  counted.Add("a", 1);
  const std::vector<HeavyHitters::Counter> keys = {{"a", 5, 2}, {"b", 4, 0}};
  counted.Merge(20, keys);
  EXPECT_EQ(counted.total(), 21);
  const auto top = counted.Top(9);
  ASSERT_EQ(top.size(), 2);
  EXPECT_EQ(top[0].sum, 6);
  EXPECT_EQ(top[0].error, 2);
  counted.Merge(1, keys);  // the keys' sums were too high
  EXPECT_EQ(counted.total(), 22);
}

}  // namespace
}  // namespace stator::observe
