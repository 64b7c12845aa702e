#include "observe/series_totals.h"

#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::observe {
namespace {

Series Named(const std::string& name) { return {std::string(kDynamoSpace), name, {}, "Count"}; }

class SeriesTotalsTest : public testing::Test {
 protected:
  void Add(Minute minute, const std::string& name, double times = 1) {
    Statistics one;
    one.Add(2, times);
    Observations all;
    Merge(minute, Named(name), one, all);
    totals_.Add(all, gone_);
  }
  // Adds as many series as fit, all in one minute, and `more`.
  void Fill(Minute minute, std::size_t more = 0) {
    Statistics one;
    one.Add(2);
    Observations all;
    for (std::size_t i = 0; i < limits::kMetricSeriesMax + more; ++i) {
      Merge(minute, Named(std::to_string(i)), one, all);
    }
    totals_.Add(all, gone_);
  }
  double Count(const std::string& name) const {
    const auto found = totals_.all().find(Named(name));
    return found == totals_.all().end() ? 0 : found->second.count;
  }

  std::string deleted_;
  Gone gone_ = [this](const Series& series) { return series.metric == deleted_; };
  SeriesTotals totals_;
};

TEST_F(SeriesTotalsTest, EvictsTheSeriesIdleForLongest) {
  Fill(1);
  Fill(2);
  Add(3, "idle?");  // evicts nothing yet
  EXPECT_EQ(totals_.left_out(), 2);
  Fill(4);
  Add(5, "new", 3);
  EXPECT_EQ(Count("new"), 3);
  EXPECT_EQ(Count("idle?"), 0);
  EXPECT_EQ(totals_.all().size(), limits::kMetricSeriesMax);
}

TEST_F(SeriesTotalsTest, NeverEvictsASeriesWithAValueInTheSameMinute) {
  Fill(1);
  Fill(2, 5);
  EXPECT_EQ(totals_.left_out(), 5);
  EXPECT_EQ(totals_.all().size(), limits::kMetricSeriesMax);
  for (const auto& [series, total] : totals_.all()) ASSERT_EQ(total.count, 2) << series.metric;
}

TEST_F(SeriesTotalsTest, DeletedTablesMakeRoom) {
  Fill(1);
  deleted_ = "7";
  totals_.Forget(gone_);
  Add(1, "7");
  EXPECT_EQ(Count("7"), 0);
  Add(1, "new");
  EXPECT_EQ(Count("new"), 1);
  EXPECT_EQ(totals_.left_out(), 0);
}

}  // namespace
}  // namespace stator::observe
