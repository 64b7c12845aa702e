#include "simulate/chunks.h"

#include <gtest/gtest.h>

namespace stator::simulate {
namespace {

KeySpace TwoBusyKeys() {
  return {.busy = {{.name = "a", .prefix = "a", .share = 0.3},
                   {.name = "b", .prefix = "b", .share = 0.2}},
          .others = 0.5};
}

std::vector<catalog::PartitionRange> Quarters() {
  return {{1, Bytes()}, {2, Bytes(1, '\x40')}, {3, Bytes(1, '\x80')}, {4, Bytes(1, '\xc0')}};
}

double Sum(const std::vector<Slice>& slices) {
  double sum = 0;
  for (const auto& slice : slices) sum += slice.size;
  return sum;
}

TEST(SlicesTest, BusyKeysAndAPartOfTheOthersForEachPartition) {
  const auto slices = SlicesOf(TwoBusyKeys(), Quarters());
  ASSERT_EQ(slices.size(), 6);
  EXPECT_NEAR(Sum(slices), 1, 1e-9);
  EXPECT_EQ(slices[1].busy, 1);
  EXPECT_NEAR(slices[2].size, 0.125, 1e-9);
  EXPECT_EQ(slices[3].first_route, 0x4000'0000'0000'0000U);
  EXPECT_EQ(slices[3].routes, 0x4000'0000'0000'0000U);
}

TEST(SlicesTest, KeysThatAreAllBusyLeaveNoOtherSlices) {
  const auto slices = SlicesOf({.busy = {{.share = 1}}, .others = 0}, Quarters());
  ASSERT_EQ(slices.size(), 1);
  EXPECT_EQ(slices[0].busy, 0);
}

TEST(SlicesTest, ManyPartitionsShareSlices) {
  std::vector<catalog::PartitionRange> many = {{1, Bytes()}};
  for (unsigned i = 1; i < 1000; ++i) {
    many.push_back({i + 1, {static_cast<char>(i / 4), static_cast<char>(i % 4 * 64)}});
  }
  const auto slices = SlicesOf(EvenKeys(), many);
  EXPECT_LE(slices.size(), kEvenSlicesMax);
  EXPECT_NEAR(Sum(slices), 1, 1e-9);
}

TEST(DivideTest, EverySliceGetsItsPart) {
  Random random(1);
  const std::vector<std::vector<Slice>> wants = {SlicesOf(TwoBusyKeys(), Quarters()),
                                                 SlicesOf(EvenKeys(), Quarters())};
  for (int round = 0; round < 50; ++round) {
    std::vector<std::vector<double>> runs = {std::vector<double>(6), std::vector<double>(4)};
    for (const auto& chunk : Divide(1000, wants, random)) {
      for (std::size_t want = 0; want < 2; ++want) runs[want][chunk.slices[want]] += chunk.runs;
    }
    for (std::size_t want = 0; want < 2; ++want) {
      for (std::size_t i = 0; i < runs[want].size(); ++i) {
        EXPECT_NEAR(runs[want][i], 1000 * wants[want][i].size, 1e-6) << want << ' ' << i;
      }
    }
  }
}

TEST(DivideTest, CombinationsOfSlicesChange) {
  Random random(1);
  const std::vector<std::vector<Slice>> wants(2, SlicesOf(EvenKeys(), Quarters()));
  const auto first = Divide(100, wants, random);
  const auto second = Divide(100, wants, random);
  EXPECT_FALSE(first[0].slices == second[0].slices && first[0].runs == second[0].runs);
}

TEST(PickOneTest, FollowsTheShares) {
  Random random(7);
  const std::vector<std::vector<Slice>> wants = {SlicesOf(TwoBusyKeys(), Quarters())};
  std::vector<int> picked(6);
  for (int i = 0; i < 10'000; ++i) ++picked[PickOne(wants, random).slices[0]];
  EXPECT_NEAR(picked[0], 3000, 200);
  EXPECT_NEAR(picked[1], 2000, 200);
  EXPECT_NEAR(picked[5], 1250, 150);
}

}  // namespace
}  // namespace stator::simulate
