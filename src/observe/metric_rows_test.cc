#include "observe/metric_rows.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::observe {
namespace {

Statistics Of(std::initializer_list<double> values, bool distributed = false) {
  Statistics statistics;
  for (const double value : values) {
    distributed ? statistics.AddDistributed(value) : statistics.Add(value);
  }
  return statistics;
}

TEST(MetricRowsTest, RowsSurviveEncoding) {
  const SeriesRow series{SeriesOf(Metric::kConsumedRead, {.table = "T", .part = "I"}), 77, 70};
  const auto decoded = DecodeSeriesRow(EncodeSeriesRow(series));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->series, series.series);
  EXPECT_EQ(decoded->last, 77);
  EXPECT_EQ(decoded->used, 70);
  const MinuteRow minute = {{1, Of({0.5, 2})}, {300, Of({12.25}, true)}};
  EXPECT_EQ(DecodeMinuteRow(EncodeMinuteRow(minute)), minute);
  const Points hour = {{120, Of({1})}, {179, Of({3, 4})}};
  EXPECT_EQ(DecodeHourRow(2, EncodeHourRow(hour)), hour);
  const auto totals = DecodeTotals(EncodeTotals({.next = 9, .hour_bytes = 1'000'000}));
  ASSERT_TRUE(totals);
  EXPECT_EQ(totals->hour_bytes, 1'000'000);
}

TEST(MetricRowsTest, DocumentedVectorsHold) {
  const auto rows = stator::testing::FormatTable("metrics.md", "| what | bytes |");
  const std::vector<Bytes> samples = {
      EncodeMinuteRow({{1, Of({0.5, 2})}, {300, Of({12.25}, true)}}),
      EncodeHourRow({{59, Of({3, 4})}}),
      EncodeSeriesRow({SeriesOf(Metric::kConsumedRead, {.table = "T"}), 77, 70}),
      EncodeTotals({.next = 9, .hour_bytes = 1000, .saves = 300})};
  ASSERT_EQ(rows.size(), samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(stator::testing::ToHex(samples[i]), stator::testing::Code(rows[i][1]));
  }
}

TEST(MetricRowsTest, ReadsASeriesWithoutItsTimeOfUse) {
  auto row = EncodeSeriesRow({SeriesOf(Metric::kConsumedRead, {.table = "T"}), 77, 70});
  row.pop_back();
  const auto decoded = DecodeSeriesRow(row);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->last, 77);
  EXPECT_EQ(decoded->used, 0);
}

TEST(MetricRowsTest, ReadsTotalsWithoutACountOfSaves) {
  const auto decoded = DecodeTotals(stator::testing::FromHex("0109e807"));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->next, 9);
  EXPECT_EQ(decoded->hour_bytes, 1000);
  EXPECT_EQ(decoded->saves, 0);
}

TEST(MetricRowsTest, KeysAreOrderedByTime) {
  EXPECT_LT(HourKey(1, 9), HourKey(2, 1));
  EXPECT_LT(MinuteKey(255), MinuteKey(256));
  EXPECT_EQ(MinuteInKey(MinuteKey(4'223'371'679)), 4'223'371'679);
  const auto hours = HourRange(2);
  EXPECT_LT(HourKey(1, UINT32_MAX), hours.end);
  EXPECT_GE(HourKey(2, 0), hours.end);
}

TEST(MetricRowsTest, BrokenRowsAreRefused) {
  EXPECT_FALSE(DecodeTotals(""));
  EXPECT_FALSE(DecodeTotals("\x02"));
  const auto row = EncodeMinuteRow({{1, Of({0.3}, true)}});
  for (std::size_t size = 1; size < row.size(); ++size) {
    EXPECT_FALSE(DecodeMinuteRow(BytesView(row).substr(0, size))) << size;
    EXPECT_FALSE(DecodeHourRow(0, BytesView(row).substr(0, size))) << size;
  }
  EXPECT_FALSE(DecodeSeriesRow("\x05"));
  const auto series = EncodeSeriesRow({SeriesOf(Metric::kConsumedRead, {.table = "T"}), 77, 70});
  EXPECT_FALSE(DecodeSeriesRow(series + '\0'));
  EXPECT_FALSE(DecodeSeriesRow(BytesView(series).substr(0, series.size() - 2)));
}

}  // namespace
}  // namespace stator::observe
