#include "capacity/heat.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "capacity/testing.h"

namespace stator::capacity {
namespace {

using testing::KeyOf;

const KeyOrder kInside{.partition_key = {item::Type::kString}, .splits_inside = true};
const KeyOrder kWhole{.partition_key = {item::Type::kString}, .splits_inside = false};

// Returns the prefix of all keys in the collection.
Bytes CollectionOf(const std::string& partition) {
  const auto key = KeyOf(partition, 0);
  return key.substr(0, key.size() - 2);  // without the number 0
}

std::size_t Below(const std::vector<Bytes>& samples, const Bytes& at) {
  return static_cast<std::size_t>(
      std::ranges::count_if(samples, [&](const Bytes& key) { return key < at; }));
}

TEST(HeatHistoryTest, IsLastingWhenHalfOfTwoMinutesWereHot) {
  HeatHistory heat;
  for (int i = 0; i < 59; ++i) heat.Pass(1, true);
  EXPECT_FALSE(heat.Lasting());
  heat.Pass(1, false);
  heat.Pass(1, true);
  EXPECT_TRUE(heat.Lasting());
  heat.Pass(60, false);
  EXPECT_FALSE(heat.Lasting());
  EXPECT_TRUE(heat.Any());
  heat.Pass(120, false);
  EXPECT_FALSE(heat.Any());
  heat.Pass(1'000'000, true);
  EXPECT_FALSE(heat.Any());
}

TEST(HeatSampleTest, KeysAreSampledInProportionToTheirUnits) {
  HeatSample sample(2000, 1);
  for (int i = 0; i < 60'000; ++i) {
    sample.Add("large", 6);
    sample.Add("small", 2);
  }
  const auto keys = sample.OldestFirst();
  ASSERT_EQ(keys.size(), kHeatSamplesMax);
  const auto large = std::ranges::count(keys, "large");
  EXPECT_GT(large, 128 * 60 / 100);
  EXPECT_LT(large, 128 * 90 / 100);
}

TEST(HeatSampleTest, TheOldestSamplesAreReplacedFirst) {
  HeatSample sample(2000, 1);
  for (int i = 0; i < 1000; ++i) sample.Add("old", 2000);
  for (int i = 0; i < 100; ++i) sample.Add("new", 2000);
  const auto keys = sample.OldestFirst();
  EXPECT_EQ(keys.size(), kHeatSamplesMax);
  EXPECT_EQ(keys.back(), "new");
  EXPECT_TRUE(std::ranges::is_sorted(keys, std::ranges::greater()));  // "old" before "new"
  sample.Add("vast", 1'000'000'000);
  EXPECT_EQ(sample.OldestFirst().front(), "vast");
}

TEST(SplitForHeatTest, DividesTheHeatBetweenCollections) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(KeyOf("p" + std::to_string(i % 20), i * 37 % 50));
  const auto at = SplitForHeat({}, kInside, samples);
  ASSERT_TRUE(at);
  EXPECT_EQ(Below(samples, *at), 50);
  // No collection is on both sides.
  for (int i = 0; i < 20; ++i) {
    const auto collection = CollectionOf("p" + std::to_string(i));
    EXPECT_FALSE(collection < *at && *at <= KeyOf("p" + std::to_string(i), 60)) << i;
  }
  EXPECT_EQ(SplitForHeat({}, kWhole, samples), at);
}

TEST(SplitForHeatTest, SplitsInsideACollectionThatHasMostOfTheHeat) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(KeyOf("p", i * 37 % 100));
  EXPECT_EQ(SplitForHeat({}, kInside, samples), KeyOf("p", 50));
}

TEST(SplitForHeatTest, NeverSplitsInsideACollectionUnderLocalIndexes) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(KeyOf("p", i * 37 % 100));
  const auto before = SplitForHeat({}, kWhole, samples);
  ASSERT_EQ(before, CollectionOf("p"));
  const auto after = SplitForHeat({.begin = *before}, kWhole, samples);
  ASSERT_TRUE(after);
  EXPECT_GT(*after, KeyOf("p", 1'000'000));
  EXPECT_FALSE(SplitForHeat({.begin = *before, .end = after}, kWhole, samples));  // alone
}

TEST(SplitForHeatTest, NeverSplitsAtASortKeyThatOnlyGrows) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(KeyOf("p", i));
  std::swap(samples[20], samples[21]);  // almost in order
  const auto before = SplitForHeat({}, kInside, samples);
  ASSERT_EQ(before, CollectionOf("p"));
  const auto after = SplitForHeat({.begin = *before}, kInside, samples);
  ASSERT_TRUE(after);
  EXPECT_FALSE(SplitForHeat({.begin = *before, .end = after}, kInside, samples));
}

TEST(SplitForHeatTest, LargeGrowingRowsMayBeSampledMoreThanOnce) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(KeyOf("p", i / 4));
  const auto before = SplitForHeat({}, kInside, samples);
  ASSERT_EQ(before, CollectionOf("p"));
}

TEST(SplitForHeatTest, IsolatesOneHotItemAndThenStops) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(i % 3 == 0 ? KeyOf("p", i) : KeyOf("p", 1000));
  const auto item = KeyOf("p", 1000);
  const auto before = SplitForHeat({}, kInside, samples);
  ASSERT_EQ(before, item);
  samples.assign(100, item);
  const auto after = SplitForHeat({.begin = item}, kInside, samples);
  ASSERT_EQ(after, item + '\0');
  EXPECT_FALSE(SplitForHeat({.begin = item, .end = after}, kInside, samples));
}

// Queries that find nothing know no more of the key.
TEST(SplitForHeatTest, ACollectionThatIsHotAsAWholeIsIsolatedAsAWhole) {
  const auto collection = CollectionOf("p");
  const std::vector<Bytes> samples(100, collection);
  ASSERT_EQ(SplitForHeat({}, kInside, samples), collection);
  const auto after = SplitForHeat({.begin = collection}, kInside, samples);
  ASSERT_TRUE(after);
  EXPECT_GT(*after, KeyOf("p", 1'000'000));
  EXPECT_FALSE(SplitForHeat({.begin = collection, .end = after}, kInside, samples));
}

TEST(SplitForHeatTest, TooFewKeysGiveNoSplit) {
  EXPECT_FALSE(SplitForHeat({}, kInside, std::vector<Bytes>(kHeatSamplesMin - 1, KeyOf("p"))));
  // Keys outside of the range do not count.
  EXPECT_FALSE(SplitForHeat({.end = Bytes(1, '\0')}, kInside, std::vector<Bytes>(50, KeyOf("p"))));
}

TEST(SplitForHeatTest, AcceptsAnyBytesAsKeys) {
  std::vector<Bytes> samples;
  for (int i = 0; i < 100; ++i) {
    samples.push_back(Bytes(static_cast<std::size_t>(i % 20), '\xff'));
  }
  for (const auto& order : {kInside, kWhole}) {
    const auto at = SplitForHeat({}, order, samples);
    ASSERT_TRUE(at);
    EXPECT_GT(Below(samples, *at), 0);
    EXPECT_LT(Below(samples, *at), samples.size());
  }
}

TEST(RoutesTest, RoutesOfGivesARangesShare) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63U;
  EXPECT_EQ(RoutesOf({}), ~std::uint64_t{0});
  EXPECT_EQ(RoutesOf({.begin = Bytes(1, '\x80')}), kHalf);
  EXPECT_EQ(RoutesOf({.begin = Bytes(1, '\x40'), .end = Bytes(1, '\x80')}), kHalf / 2);
  EXPECT_EQ(FirstRouteOf({.begin = Bytes(1, '\x40')}), kHalf / 2);
  const auto key = KeyOf("p");
  EXPECT_EQ(RoutesOf({.begin = key, .end = key + '\0'}), 0);
}

}  // namespace
}  // namespace stator::capacity
