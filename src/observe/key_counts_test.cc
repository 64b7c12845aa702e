#include "observe/key_counts.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/varint.h"

namespace stator::observe {
namespace {

constexpr Minute kMidnight = 28'000'020;  // at least a full hour

Bytes Key(std::string_view text) {
  Bytes key;
  AppendSized(text, key);
  return key;
}

class KeyCountsTest : public testing::Test {
 protected:
  void Add(Minute at, std::string_view key, double amount,
           std::size_t bytes_max = limits::kInsightBytesMax) {
    counts_.Add(kMidnight + at, Key(key), amount, bytes_max);
  }

  std::vector<InsightSlice> Report(Minute from, Minute end, Minute now) const {
    return counts_.Report(kMidnight + from, kMidnight + end, kMidnight + now);
  }

  // Returns the sum of all slices, and checks that none lies outside the range.
  double Sum(Minute from, Minute end, Minute now) const {
    double sum = 0;
    for (const auto& slice : Report(from, end, now)) {
      EXPECT_GE(slice.begin, kMidnight + from);
      EXPECT_LT(slice.begin, kMidnight + end);
      sum += slice.total;
    }
    return sum;
  }

  KeyCounts counts_;
};

TEST_F(KeyCountsTest, TheLastHourIsReportedByMinute) {
  for (int i = 0; i < 10; ++i) Add(5, "early", 3);
  for (int i = 0; i < 3; ++i) Add(50, "late", 3);
  Add(70, "last", 3);
  EXPECT_EQ(Sum(10, 71, 70), 12);
  EXPECT_EQ(Sum(10, 70, 70), 9);
  EXPECT_EQ(Sum(6, 20, 70), 0);
  EXPECT_EQ(Sum(5, 6, 70), 30);
  EXPECT_EQ(Sum(0, 71, 70), 42);
  EXPECT_EQ(Sum(10, 71, 119), 12);  // an hour consists of minutes until the next hour has ended
}

TEST_F(KeyCountsTest, TimePassesWithoutTraffic) {
  Add(5, "key", 30);
  Add(70, "key", 3);
  EXPECT_EQ(Sum(5, 6, 180), 0);
  const auto hours = Report(0, 180, 180);
  ASSERT_EQ(hours.size(), 2);
  EXPECT_EQ(hours[0].begin, kMidnight);
  EXPECT_EQ(hours[0].total, 30);
  EXPECT_EQ(hours[1].begin, kMidnight + 60);
  EXPECT_EQ(hours[1].total, 3);
  EXPECT_EQ(Sum(0, 6000, 25 * 60), 3);  // a day later
  EXPECT_EQ(Sum(0, 6000, 26 * 60), 0);
}

TEST_F(KeyCountsTest, NoTimeIsReportedTwice) {
  for (Minute at = 0; at < 48 * 60; at += 10) Add(at, "key", 1);
  const Minute now = 48 * 60 - 1;
  EXPECT_EQ(Sum(0, now + 1, now), (limits::kInsightHours + 1) * 6);
  const auto all = Report(0, now + 1, now);
  ASSERT_EQ(all.size(), limits::kInsightHours - 1 + 12);
  EXPECT_EQ(all.front().total, 6);
  EXPECT_EQ(all.back().total, 1);
}

TEST_F(KeyCountsTest, CountsEachOfManyKeysInAMinute) {
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 500; ++i) Add(0, "key" + std::to_string(i), 3);
  }
  const auto slices = Report(0, 1, 0);
  ASSERT_EQ(slices.size(), 1);
  ASSERT_EQ(slices[0].contributors.size(), 500);
  for (const auto& each : slices[0].contributors) EXPECT_EQ(each.sum, 6);
}

TEST_F(KeyCountsTest, StoresEachSliceOnce) {
  Add(5, "key", 3);
  EXPECT_TRUE(counts_.ToSave(kMidnight + 5, false).empty());
  auto what = counts_.ToSave(kMidnight + 5, true);
  ASSERT_EQ(what.minutes.size(), 1);
  EXPECT_TRUE(what.hours.empty());
  counts_.Saved(what, kMidnight + 5);
  Add(5, "key", 3);
  what = counts_.ToSave(kMidnight + 6, false);  // the slices that had not ended
  ASSERT_EQ(what.minutes.size(), 1);
  EXPECT_EQ(what.minutes[0].total, 6);
  counts_.Saved(what, kMidnight + 6);
  EXPECT_TRUE(counts_.ToSave(kMidnight + 6, true).empty());
  what = counts_.ToSave(kMidnight + 60, false);
  EXPECT_TRUE(what.minutes.empty());
  ASSERT_EQ(what.hours.size(), 1);
  EXPECT_EQ(what.hours[0].begin, kMidnight);
  counts_.Saved(what, kMidnight + 60);
  Add(61, "key", 1);
  EXPECT_TRUE(counts_.ToSave(kMidnight + 61, false).empty());
}

// The restart may come at any time, with or without the hours stored.
TEST_F(KeyCountsTest, ReportsAreTheSameAfterARestore) {
  KeyCounts::Unsaved all;
  const auto append = [&](KeyCounts::Unsaved what) {
    for (auto& each : what.hours) all.hours.push_back(std::move(each));
    for (auto& each : what.minutes) all.minutes.push_back(std::move(each));
  };
  for (Minute at = 0; at < 200; at += 7) {
    Add(at, "key" + std::to_string(at % 3), 1);
    auto what = counts_.ToSave(kMidnight + at, false);
    counts_.Saved(what, kMidnight + at);
    append(std::move(what));
  }
  append(counts_.ToSave(kMidnight + 199, true));
  for (const bool hours : {true, false}) {
    auto stored = all;
    if (!hours) stored.hours.clear();
    KeyCounts again;
    again.Restore(std::move(stored), limits::kInsightBytesMax);
    for (const Minute now : {199, 250, 600}) {
      const auto expected = Report(0, 1000, now);
      const auto told = again.Report(kMidnight, kMidnight + 1000, kMidnight + now);
      ASSERT_EQ(told.size(), expected.size());
      for (std::size_t i = 0; i < told.size(); ++i) {
        EXPECT_EQ(told[i].begin, expected[i].begin);
        EXPECT_EQ(told[i].total, expected[i].total);
        ASSERT_EQ(told[i].contributors.size(), expected[i].contributors.size());
        EXPECT_EQ(told[i].contributors[0].sum, expected[i].contributors[0].sum);
      }
    }
  }
}

TEST_F(KeyCountsTest, OldMinutesLoseTheirSmallestKeysFirst) {
  const std::string text(1000, 'x');
  for (Minute at = 0; at < 60; ++at) {
    for (int i = 0; i < 16; ++i) Add(at, text + std::to_string(i), i + 1, 100'000);
  }
  const auto slices = Report(0, 60, 60);
  ASSERT_EQ(slices.size(), 60);
  std::size_t keys = 0;
  for (const auto& slice : slices) {
    keys += slice.contributors.size();
    EXPECT_EQ(slice.total, 136);
    if (!slice.contributors.empty()) {
      EXPECT_EQ(slice.contributors[0].sum, 16);
    }
  }
  EXPECT_LE(keys, 100 + 16);  // those of this minute have not ended
  EXPECT_EQ(slices.back().contributors.size(), 16);
  EXPECT_LT(slices.front().contributors.size(), slices[58].contributors.size());
}

}  // namespace
}  // namespace stator::observe
