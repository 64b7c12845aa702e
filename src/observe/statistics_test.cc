#include "observe/statistics.h"

#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::observe {
namespace {

Statistics Decoded(const Statistics& statistics) {
  Bytes bytes;
  statistics.Encode(bytes);
  BytesView view = bytes;
  auto decoded = Statistics::Decode(view);
  EXPECT_TRUE(decoded && view.empty());
  return decoded.value_or(Statistics());
}

TEST(StatisticsTest, SumsSurviveEncoding) {
  Statistics statistics;
  for (const double value : {0.5, 3.0, -2.25, 1e300}) statistics.Add(value);
  EXPECT_EQ(statistics.count, 4);
  EXPECT_EQ(statistics.minimum, -2.25);
  EXPECT_EQ(statistics.maximum, 1e300);
  EXPECT_EQ(Decoded(statistics), statistics);
  EXPECT_EQ(Decoded(Statistics()), Statistics());
}

TEST(StatisticsTest, PercentilesAreNearlyExact) {
  Statistics statistics;
  for (int i = 1; i <= 10'000; ++i) statistics.AddDistributed(i / 100.0);
  for (const double part : {0.01, 0.5, 0.9, 0.99, 0.999}) {
    EXPECT_NEAR(statistics.distribution.At(part), part * 100, part * 100 * 0.032) << part;
  }
  EXPECT_EQ(Decoded(statistics), statistics);
}

TEST(StatisticsTest, MergingEqualsAddingTogether) {
  Statistics left;
  Statistics right;
  Statistics both;
  for (int i = 0; i < 200; ++i) {
    (i % 3 == 0 ? left : right).AddDistributed(i * 0.5);
    both.AddDistributed(i * 0.5);
  }
  left.Merge(right);
  EXPECT_EQ(left, both);
}

TEST(StatisticsTest, ADistributionStaysSmall) {
  Distribution distribution;
  double value = 1e-300;
  for (int i = 0; i < 5000; ++i) distribution.Add(value *= 1.3, 1);
  Bytes bytes;
  distribution.Encode(bytes);
  EXPECT_LE(bytes.size(), limits::kBucketsMax * 20);
  EXPECT_GT(distribution.At(1), 0);
}

TEST(StatisticsTest, BrokenBytesAreRefused) {
  Statistics statistics;
  statistics.AddDistributed(12.345);
  Bytes bytes;
  statistics.Encode(bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    BytesView cut = BytesView(bytes).substr(0, size);
    EXPECT_FALSE(Statistics::Decode(cut)) << size;
  }
}

}  // namespace
}  // namespace stator::observe
