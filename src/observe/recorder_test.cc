#include "observe/recorder.h"

#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"

namespace stator::observe {
namespace {

using capacity::Access;
using capacity::Bound;

catalog::Table Orders() {
  catalog::TableSettings settings;
  settings.name = "Orders";
  settings.indexes.push_back({.name = "ByDate"});
  return catalog::Table(settings);
}

const Statistics& At(const Observations& all, Minute minute, Metric metric, const Place& place) {
  static const Statistics none;
  const auto values = all.find(minute);
  if (values == all.end()) return none;
  const auto found = values->second.find(SeriesOf(metric, place));
  return found == values->second.end() ? none : found->second;
}

TEST(RecorderTest, AUsageIsOneSampleOfEachResource) {
  Recorder recorder;
  const auto table = Orders();
  const auto* index = table.FindIndex("ByDate");
  const std::vector<capacity::Claim> claims = {
      {.units = 3}, {.index = index, .units = 4}, {.units = 2}};
  recorder.Used({.table = table,
                 .operation = "PutItem",
                 .access = Access::kWrite,
                 .claims = claims,
                 .now = 5 * kMinute});
  const auto all = recorder.Take(6);
  const auto& own = At(all, 5, Metric::kConsumedWrite, {.table = "Orders"});
  EXPECT_EQ(own.count, 1);
  EXPECT_EQ(own.sum, 2.5);
  const auto& indexed = At(all, 5, Metric::kConsumedWrite, {.table = "Orders", .part = "ByDate"});
  EXPECT_EQ(indexed.sum, 2);
  EXPECT_TRUE(recorder.Take(6).empty());
}

TEST(RecorderTest, ThrottlesAreEventsAndRequests) {
  Recorder recorder;
  const auto table = Orders();
  const std::vector<capacity::Throttle> throttles = {
      {.bound = Bound::kKeyRange, .access = Access::kWrite, .resource = "a:table/Orders"},
      {.bound = Bound::kProvisioned,
       .access = Access::kWrite,
       .index = true,
       .resource = "a:table/Orders/index/ByDate"}};
  recorder.Throttled({.table = table, .operation = "PutItem", .access = Access::kWrite}, throttles);
  recorder.Throttled({.table = table, .operation = "BatchWriteItem", .access = Access::kWrite},
                     throttles);
  const auto all = recorder.Peek();
  const auto sum = [&](Metric metric, const Place& place) { return At(all, 0, metric, place).sum; };
  EXPECT_EQ(sum(Metric::kWriteThrottle, {.table = "Orders"}), 2);
  EXPECT_EQ(sum(Metric::kWriteThrottle, {.table = "Orders", .part = "ByDate"}), 2);
  EXPECT_EQ(sum(Metric::kWriteKeyRangeThrottle, {.table = "Orders"}), 2);
  EXPECT_EQ(sum(Metric::kWriteProvisionedThrottle, {.table = "Orders", .part = "ByDate"}), 2);
  EXPECT_EQ(sum(Metric::kThrottledRequests, {.table = "Orders", .operation = "PutItem"}), 1);
  EXPECT_EQ(sum(Metric::kThrottledRequests, {.table = "Orders"}), 0);
  EXPECT_EQ(sum(Metric::kThrottledRequests, {.table = "Orders", .operation = "BatchWriteItem"}), 0);
}

TEST(RecorderTest, TwoBoundsOfAResourceAreOneEvent) {
  Recorder recorder;
  const auto table = Orders();
  const std::vector<capacity::Throttle> throttles = {
      {.bound = Bound::kProvisioned, .access = Access::kRead, .resource = "a:table/Orders"},
      {.bound = Bound::kKeyRange, .access = Access::kRead, .resource = "a:table/Orders"}};
  recorder.Throttled({.table = table, .operation = "GetItem"}, throttles);
  const auto all = recorder.Peek();
  const auto sum = [&](Metric metric) { return At(all, 0, metric, {.table = "Orders"}).sum; };
  EXPECT_EQ(sum(Metric::kReadThrottle), 1);
  EXPECT_EQ(sum(Metric::kReadProvisionedThrottle), 1);
  EXPECT_EQ(sum(Metric::kReadKeyRangeThrottle), 1);
}

TEST(RecorderTest, ATransactionIsOneThrottledRequestHoweverManyItemsFail) {
  Recorder recorder;
  const auto table = Orders();
  const capacity::Throttle throttle{.access = Access::kRead, .resource = "a:table/Orders"};
  for (const bool again : {false, true, true}) {
    recorder.Throttled({.table = table, .operation = "TransactGetItems", .again = again},
                       {&throttle, 1});
  }
  const auto all = recorder.Peek();
  EXPECT_EQ(
      At(all, 0, Metric::kThrottledRequests, {.table = "Orders", .operation = "TransactGetItems"})
          .sum,
      1);
  EXPECT_EQ(At(all, 0, Metric::kReadThrottle, {.table = "Orders"}).sum, 3);
}

TEST(RecorderTest, DimensionsAreNamedAsAwsDoes) {
  const auto index = SeriesOf(Metric::kConsumedRead, {.table = "T", .part = "I"});
  EXPECT_EQ(index.metric, "ConsumedReadCapacityUnits");
  EXPECT_EQ(index.dimensions,
            (std::vector<Dimension>{{"GlobalSecondaryIndexName", "I"}, {"TableName", "T"}}));
  const auto stream =
      SeriesOf(Metric::kLatency, {.table = "T", .part = "L", .operation = "GetRecords"});
  EXPECT_EQ(stream.unit, "Milliseconds");
  EXPECT_EQ(stream.dimensions,
            (std::vector<Dimension>{
                {"Operation", "GetRecords"}, {"StreamLabel", "L"}, {"TableName", "T"}}));
  EXPECT_TRUE(SeriesOf(Metric::kUserErrors, {}).dimensions.empty());
}

TEST(RecorderTest, KeepsMinutesApartAndLosesNothingIfNotTaken) {
  Recorder recorder;
  constexpr int kMinutes = 1000;
  for (int i = 0; i < kMinutes; ++i) {
    recorder.Note(Metric::kUserErrors, {}, i * kMinute, 1);
  }
  const auto all = recorder.Take(kMinutes);
  EXPECT_EQ(At(all, 0, Metric::kUserErrors, {}).sum, 1);
  double sum = 0;
  for (const auto& [minute, values] : all) sum += At(all, minute, Metric::kUserErrors, {}).sum;
  EXPECT_EQ(sum, kMinutes);
}

TEST(RecorderTest, TotalsContinueWhenMinutesAreTaken) {
  Recorder recorder;
  for (int i = 0; i < 3; ++i) {
    recorder.Note(Metric::kReturnedItems, {.table = "T"}, i * kMinute, 5);
    recorder.Take(i);
  }
  const auto totals = recorder.Totals();
  ASSERT_EQ(totals.all().size(), 1);
  EXPECT_EQ(totals.all().begin()->second.sum, 15);
  EXPECT_EQ(totals.all().begin()->second.count, 3);
}

// A reader of totals does not miss values that another thread takes meanwhile.
TEST(RecorderTest, TotalsNeverDecrease) {
  constexpr int kPatience = 1000;
  Recorder recorder;
  recorder.Note(Metric::kReturnedItems, {.table = "T"}, 0, 5);
  recorder.Take(1);
  recorder.Note(Metric::kReturnedItems, {.table = "T"}, kMinute, 5);
  std::atomic<bool> taken = false;
  std::jthread taker;
  const Gone none = [&](const Series&) {
    if (taker.joinable()) return false;
    taker = std::jthread([&] {
      recorder.Take(2);
      taken = true;
    });
    // The thread may have to wait for this one.
    for (int i = 0; i < kPatience && !taken; ++i) std::this_thread::yield();
    return false;
  };
  const auto totals = recorder.Totals(none);
  ASSERT_EQ(totals.all().size(), 1);
  EXPECT_EQ(totals.all().begin()->second.sum, 10);
}

TEST(RecorderTest, DeletedTablesHaveNoTotals) {
  Recorder recorder;
  bool deleted = false;
  const Gone gone = [&deleted](const Series& series) {
    return deleted &&
           series.dimensions == SeriesOf(Metric::kReturnedItems, {.table = "T"}).dimensions;
  };
  for (const auto* table : {"T", "U"}) {
    recorder.Note(Metric::kReturnedItems, {.table = table}, 0, 5);
    recorder.Note(Metric::kReturnedItems, {.table = table}, kMinute, 5);
  }
  EXPECT_EQ(recorder.Take(1, gone).begin()->second.size(), 2);
  EXPECT_EQ(recorder.Totals(gone).all().size(), 2);
  deleted = true;
  EXPECT_EQ(recorder.Totals(gone).all().size(), 1);
  // Their values are still observed.
  EXPECT_EQ(recorder.Take(2, gone).begin()->second.size(), 2);
  EXPECT_EQ(recorder.Totals().all().size(), 1);
}

TEST(RecorderTest, CountsValuesOfTooManySeries) {
  Recorder recorder;
  constexpr int kMore = 3;
  for (std::size_t i = 0; i < limits::kStripeSeriesMax + kMore; ++i) {
    recorder.Note(Metric::kLatency, {.table = "T", .operation = std::to_string(i)}, 0, 1);
  }
  recorder.NoteSum(Metric::kExpiredItems, {.table = "T"}, 0, 7, 7);
  EXPECT_EQ(recorder.Totals().all().size(), limits::kStripeSeriesMax);
  EXPECT_EQ(recorder.Totals().left_out(), kMore + 7);
}

TEST(RecorderTest, TheCurrentMinuteStays) {
  Recorder recorder;
  recorder.Note(Metric::kUserErrors, {}, 0, 1);
  recorder.Note(Metric::kUserErrors, {}, kMinute, 1);
  EXPECT_EQ(recorder.Take(1).size(), 1);
  EXPECT_EQ(At(recorder.Peek(), 1, Metric::kUserErrors, {}).sum, 1);
}

TEST(RecorderTest, ManyThreadsMayNote) {
  Recorder recorder;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&recorder] {
      for (int j = 0; j < 1000; ++j) {
        recorder.Note(Metric::kLatency, {.table = "T", .operation = "GetItem"}, j * 1'000'000, 1);
      }
    });
  }
  double taken = 0;
  const auto add = [&](const Observations& all) {
    for (const auto& [minute, values] : all) {
      for (const auto& [series, statistics] : values) taken += statistics.sum;
    }
  };
  for (int i = 0; i < 100; ++i) add(recorder.Take(10));
  for (auto& thread : threads) thread.join();
  add(recorder.Take(1000));
  EXPECT_EQ(taken, 4000);
}

}  // namespace
}  // namespace stator::observe
