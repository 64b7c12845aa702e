#include "observe/metric_store.h"

#include <atomic>
#include <memory>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "catalog/catalog.h"
#include "storage/memory/memory_engine.h"
#include "table/controlled_engine.h"

namespace stator::observe {
namespace {

constexpr Minute kStart = 28'000'000;
const Place kOrders{.table = "Orders"};

class FailingEngine final : public table::testing::ControlledEngine {
 public:
  Result<std::optional<storage::Entry>> Get(storage::Space space, BytesView key) override {
    if (fails) return Fail(ErrorCode::kUnavailable, "the disk is gone");
    return ControlledEngine::Get(space, key);
  }

  bool fails = false;
};

// Writes a batch, then reports that the write failed.
class LateEngine final : public table::testing::ControlledEngine {
 public:
  Result<std::vector<bool>> Apply(std::span<const storage::Commit> commits) override {
    auto done = ControlledEngine::Apply(commits);
    if (fails_late.exchange(false)) return Fail(ErrorCode::kUnavailable, "the disk is slow");
    return done;
  }

  std::atomic<bool> fails_late = false;
};

class MetricStoreTest : public testing::Test {
 protected:
  MetricStoreTest() { Open(); }

  // Reopens the store, as after a restart.
  void Open() {
    store_.reset();
    queue_.reset();
    catalog_ = std::move(*catalog::Catalog::Load(*engine_));
    queue_ = std::make_unique<table::CommitQueue>(*engine_, *catalog_, clock_);
    store_ = std::make_unique<MetricStore>(*engine_, *queue_, recorder_, *catalog_, clock_);
  }

  void StepAll() {
    for (int i = 0; i < 10'000; ++i) {
      const auto outcome = store_->Step();
      ASSERT_TRUE(outcome) << outcome.error().message;
      if (!outcome->worked) return;
    }
    FAIL() << "there is no end to it";
  }

  void Note(double value, Metric metric = Metric::kConsumedRead, const Place& place = kOrders) {
    recorder_.Note(metric, place, clock_.Now(), value);
  }
  void Advance(Minute minutes) { clock_.Advance(minutes * kMinute); }

  Points Read(const Series& series, Minute from = 0, Minute end = 2 * kStart) {
    const auto found = store_->Read({&series, 1}, from, end);
    EXPECT_TRUE(found) << found.error().message;
    Points all;
    for (const auto& [unit, points] : found->front()) {
      for (const auto& [minute, statistics] : points) all[minute].Merge(statistics);
    }
    return all;
  }
  Points Read(Metric metric = Metric::kConsumedRead) { return Read(SeriesOf(metric, kOrders)); }
  static double Sum(const Points& points) {
    double sum = 0;
    for (const auto& [minute, statistics] : points) sum += statistics.sum;
    return sum;
  }
  std::size_t Rows() {
    return engine_->Read(kMetricSpace, {}, {.entries_max = 1'000'000})->entries.size();
  }

  ManualServiceClock clock_{kStart * kMinute};
  std::shared_ptr<storage::Engine> engine_ = storage::OpenMemory();
  Recorder recorder_;
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<table::CommitQueue> queue_;
  std::unique_ptr<MetricStore> store_;
};

TEST_F(MetricStoreTest, ReadsIncludeTheLastRequest) {
  Note(2);
  EXPECT_EQ(Sum(Read()), 2);
  StepAll();
  EXPECT_EQ(Sum(Read()), 2);
  Advance(1);
  Note(3);
  StepAll();
  EXPECT_EQ(Sum(Read()), 5);
  EXPECT_EQ(Read().size(), 2);
}

TEST_F(MetricStoreTest, ADayOfMinutesSurvivesARestart) {
  Statistics expected;
  for (int i = 0; i < 1440; ++i) {
    Note(i);
    recorder_.Note(Metric::kLatency, {.table = "Orders", .operation = "GetItem"}, clock_.Now(), i);
    expected.Add(i);
    Advance(1);
    StepAll();
  }
  Open();
  const auto points = Read();
  EXPECT_EQ(points.size(), 1440);
  EXPECT_EQ(Sum(points), expected.sum);
  EXPECT_EQ(points.at(kStart + 700).sum, 700);
  const auto latency =
      Read(SeriesOf(Metric::kLatency, {.table = "Orders", .operation = "GetItem"}));
  EXPECT_EQ(latency.size(), 1440);
  EXPECT_NEAR(latency.at(kStart + 700).distribution.At(0.5), 700, 700 * 0.064);
  // There are hour rows for ended hours and minute rows for the last one.
  EXPECT_LT(Rows(), 2 * 25 + 60 + 3);
}

TEST_F(MetricStoreTest, FlushStoresTheCurrentMinuteToo) {
  Note(2);
  ASSERT_TRUE(store_->Flush());
  Note(5);
  ASSERT_TRUE(store_->Flush());
  Open();
  EXPECT_EQ(Sum(Read()), 7);
  EXPECT_EQ(Read().size(), 1);
}

TEST_F(MetricStoreTest, DeletesOldValues) {
  Note(2);
  Advance(1);
  StepAll();
  Advance(14 * 1440);
  StepAll();
  EXPECT_EQ(Sum(Read()), 2);
  EXPECT_EQ(store_->List()->size(), 1);
  Advance(2 * 1440);
  StepAll();
  EXPECT_TRUE(Read().empty());
  EXPECT_TRUE(store_->List()->empty());
  EXPECT_EQ(Rows(), 1);  // the totals
}

TEST_F(MetricStoreTest, ATurnedClockDeletesOldValues) {
  for (int day = 0; day < 60; ++day) {
    Note(1);
    Advance(1440);
    StepAll();
  }
  EXPECT_EQ(Sum(Read()), limits::kMetricDays);
  EXPECT_LT(Rows(), 16 * 2 + 10);
}

TEST_F(MetricStoreTest, AnIdleTableHasSamplesOfZeroForAWhile) {
  Note(4);
  Note(1, Metric::kUserErrors);
  Advance(1);
  StepAll();
  Advance(3);
  StepAll();
  auto points = Read();
  EXPECT_EQ(points.size(), 4);
  EXPECT_EQ(points.at(kStart + 2).count, 1);
  EXPECT_EQ(points.at(kStart + 2).sum, 0);
  EXPECT_EQ(Read(Metric::kUserErrors).size(), 1);
  Advance(1000);
  StepAll();
  EXPECT_EQ(Read().size(), 1 + limits::kIdleMinutes);
}

TEST_F(MetricStoreTest, ATurnedClockLeavesNoGapAfterTheFirstValue) {
  Note(4);
  Advance(4);
  StepAll();
  EXPECT_EQ(Read().size(), 4);
  Advance(1000);
  StepAll();
  EXPECT_EQ(Read().size(), 1 + limits::kIdleMinutes);
}

TEST_F(MetricStoreTest, IdleMinutesBetweenUsesHaveSamplesOfZero) {
  Note(4);
  Advance(5);
  Note(1);
  Advance(100);
  Note(1);
  Advance(1);
  StepAll();
  const auto points = Read();
  EXPECT_EQ(points.size(), 5 + (1 + limits::kIdleMinutes) + 1);
  EXPECT_EQ(points.at(kStart + 5).sum, 1);
  EXPECT_EQ(points.at(kStart + 4).count, 1);
}

TEST_F(MetricStoreTest, ARestartAddsNoSamplesOfZero) {
  Note(4);
  Advance(1);
  StepAll();
  Advance(18);
  StepAll();
  Open();
  Advance(30);
  StepAll();
  EXPECT_EQ(Read().size(), 1 + limits::kIdleMinutes);
}

TEST_F(MetricStoreTest, SamplesOfZeroContinueAfterARestart) {
  // 61 minutes cross an hour that is folded; 15 do not.
  for (const Minute before : {15, 61}) {
    Advance(before);
    Note(4);
    const auto used = MinuteOf(clock_.Now());
    Advance(10);
    StepAll();
    ASSERT_TRUE(store_->Flush());
    Open();
    Advance(100);
    StepAll();
    const auto points = Read(SeriesOf(Metric::kConsumedRead, kOrders), used);
    EXPECT_EQ(points.size(), 1 + limits::kIdleMinutes);
    for (const auto& [minute, statistics] : points) EXPECT_EQ(statistics.count, 1) << minute;
  }
}

TEST_F(MetricStoreTest, AStopLeavesNoGap) {
  Note(4);
  Advance(4);
  ASSERT_TRUE(store_->Flush());
  Note(1);
  ASSERT_TRUE(store_->Flush());
  Open();
  EXPECT_EQ(Read().size(), 5);
}

TEST_F(MetricStoreTest, ClientsHaveASeparateBoundOfSeries) {
  Note(1);
  Advance(1);
  StepAll();
  Statistics one;
  one.Add(1);
  Observations many;
  for (std::size_t i = 0; i < limits::kCustomSeriesMax; ++i) {
    Merge(kStart + 1, {"App", "m" + std::to_string(i), {}, "None"}, one, many);
  }
  ASSERT_TRUE(store_->Put(many));
  Observations more;
  Merge(kStart + 1, {"App", "m1", {}, "None"}, one, more);
  Merge(kStart + 1, {"App", "more", {}, "None"}, one, more);
  for (int i = 0; i < 2; ++i) {  // waiting, then stored
    EXPECT_EQ(store_->Put(more).error().code, ErrorCode::kLimitExceededFault);
    EXPECT_EQ(store_->List()->size(), 1 + limits::kCustomSeriesMax);
    StepAll();
  }
  Open();
  EXPECT_EQ(store_->Put(more).error().code, ErrorCode::kLimitExceededFault);
  EXPECT_TRUE(store_->Put(many));
  EXPECT_EQ(Sum(Read({"App", "m1", {}, "None"})), 2);
  EXPECT_EQ(Sum(Read()), 1);
  // After fifteen days, clients' series are removed.
  Advance(limits::kMetricDays * 24 * kHourMinutes + 1);
  StepAll();
  EXPECT_TRUE(store_->Put(more));
}

// Series of no table never count as deleted.
Place Lasting(std::string_view name) { return {.operation = name}; }

TEST_F(MetricStoreTest, EvictsDeletedTablesThenIdleSeries) {
  Note(1, Metric::kUserErrors, Lasting("idle"));
  Note(1, Metric::kUserErrors, Lasting("old"));
  Advance(1);
  StepAll();
  Note(1, Metric::kUserErrors);  // a series of Orders, a table that does not exist
  for (std::size_t i = 3; i < limits::kMetricSeriesMax; ++i) {
    Note(1, Metric::kUserErrors, Lasting(std::to_string(i)));
    if (i % (limits::kStripeSeriesMax / 2) == 0) {
      Advance(1);
      StepAll();
    }
  }
  Note(1, Metric::kUserErrors, Lasting("old"));
  Advance(1);
  StepAll();
  ASSERT_EQ(store_->List()->size(), limits::kMetricSeriesMax);
  Note(1, Metric::kUserErrors, Lasting("new"));
  Advance(1);
  StepAll();
  EXPECT_TRUE(Read(Metric::kUserErrors).empty());
  EXPECT_FALSE(Read(SeriesOf(Metric::kUserErrors, Lasting("idle"))).empty());
  Note(1, Metric::kUserErrors, Lasting("newer"));
  Advance(1);
  StepAll();
  EXPECT_TRUE(Read(SeriesOf(Metric::kUserErrors, Lasting("idle"))).empty());
  for (const auto* name : {"old", "new", "newer"}) {
    EXPECT_FALSE(Read(SeriesOf(Metric::kUserErrors, Lasting(name))).empty()) << name;
  }
  EXPECT_EQ(store_->left_out(), 0);
  Open();
  EXPECT_EQ(store_->List()->size(), limits::kMetricSeriesMax);
}

TEST_F(MetricStoreTest, LateValuesGoToTheirHour) {
  Note(1);
  Advance(300);
  StepAll();
  const Series own{"App", "Jobs", {{"Queue", "q"}}, "Count"};
  Statistics value;
  value.Add(6);
  Observations late;
  Merge(kStart + 10, own, value, late);
  Merge(kStart + 11, own, value, late);
  Merge(kStart + 290, own, value, late);
  Merge(kStart + 400, own, value, late);  // and early ones
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(store_->Put(late));
    EXPECT_EQ(Sum(Read(own)), 24 * (i + 1));
    StepAll();
    EXPECT_EQ(Sum(Read(own)), 24 * (i + 1));
  }
  Advance(1440);
  StepAll();
  Open();
  EXPECT_EQ(Sum(Read(own)), 48);
  EXPECT_EQ(Read(own).at(kStart + 11).sum, 12);
  EXPECT_EQ(Sum(Read(own, kStart + 11, kStart + 290)), 12);
}

TEST_F(MetricStoreTest, LateNewestValuesSurviveARestart) {
  const Series own{"App", "Jobs", {}, "Count"};
  Statistics value;
  value.Add(6);
  for (const Minute minute : {kStart, kStart + 200}) {
    Observations late;
    Merge(minute, own, value, late);
    Advance(200);
    StepAll();
    ASSERT_TRUE(store_->Put(late));
    StepAll();
  }
  Open();
  EXPECT_EQ(Sum(Read(own)), 12);
  EXPECT_EQ(store_->List()->front().last, kStart + 200);
}

class CountingEngine final : public table::testing::ControlledEngine {
 public:
  Result<std::vector<bool>> Apply(std::span<const storage::Commit> commits) override {
    for (const auto& commit : commits) {
      for (const auto& mutation : commit.changes) {
        if (mutation.address.key == watched) ++writes;
      }
    }
    return ControlledEngine::Apply(commits);
  }

  Bytes watched;
  std::atomic<int> writes = 0;
};

TEST_F(MetricStoreTest, WritesAnHourRowOnceForManyLateValues) {
  const auto counting = std::make_shared<CountingEngine>();
  engine_ = counting;
  Open();
  Note(1);
  Advance(300);
  StepAll();
  const Series own{"App", "Jobs", {{"Queue", "q"}}, "Count"};
  Statistics value;
  value.Add(6);
  Observations late;
  const auto first = HourOf(kStart + 60) * kHourMinutes;
  for (Minute minute = first; minute < first + kHourMinutes; ++minute) {
    Merge(minute, own, value, late);
  }
  counting->watched = HourKey(HourOf(first), 2);
  ASSERT_TRUE(store_->Put(late));
  StepAll();
  EXPECT_EQ(counting->writes, 1);
  EXPECT_EQ(Sum(Read(own)), 6 * kHourMinutes);
}

TEST_F(MetricStoreTest, AnotherUnitIsAnotherSeries) {
  Statistics value;
  value.Add(1);
  Observations values;
  Merge(kStart, {"App", "Size", {}, "Bytes"}, value, values);
  Merge(kStart, {"App", "Size", {}, "Count"}, value, values);
  ASSERT_TRUE(store_->Put(values));
  const Series any{"App", "Size", {}, ""};
  EXPECT_EQ(store_->Read({&any, 1}, 0, 2 * kStart)->front().size(), 2);
  EXPECT_EQ(Sum(Read({"App", "Size", {}, "Bytes"})), 1);
  EXPECT_TRUE(Read({"App", "Size", {{"a", "b"}}, ""}).empty());
}

TEST_F(MetricStoreTest, ReplacesADamagedRow) {
  Note(1);
  Advance(1);
  StepAll();
  const auto broken = [this](Bytes key) {
    ASSERT_TRUE(queue_->Change([&](catalog::Catalog&) -> Result<catalog::Change> {
      catalog::Change change;
      change.mutations.push_back({{kMetricSpace, std::move(key)}, Bytes("\xFF")});
      return change;
    }));
  };
  broken(MinuteKey(kStart));
  const Series own{"App", "Jobs", {}, "Count"};
  Statistics value;
  value.Add(6);
  Observations late;
  Merge(kStart, own, value, late);
  ASSERT_TRUE(store_->Put(late));
  StepAll();
  EXPECT_EQ(Sum(Read(own)), 6);
  EXPECT_EQ(Sum(Read()), 0);
  // The same holds after a restart, and when the hour ends.
  broken(MinuteKey(kStart + 1));
  Open();
  Advance(120);
  StepAll();
  EXPECT_EQ(Sum(Read(own)), 6);
  broken(HourKey(HourOf(kStart), 2));
  ASSERT_TRUE(store_->Put(late));
  StepAll();
  EXPECT_EQ(Sum(Read(own)), 6);
}

TEST_F(MetricStoreTest, BoundsValuesThatCannotBeStored) {
  const auto failing = std::make_shared<FailingEngine>();
  engine_ = failing;
  Open();
  Note(1);
  Advance(1);
  StepAll();
  Statistics value;
  value.Add(1);
  Observations values;
  for (std::size_t i = 0; i < limits::kMetricUnsavedMax; ++i) {
    Merge(kStart - static_cast<Minute>(i % 40), {"App", std::to_string(i / 40), {}, ""}, value,
          values);
  }
  ASSERT_TRUE(store_->Put(values));
  Note(1);  // the recorder has more
  Advance(1);
  failing->fails = true;
  EXPECT_FALSE(store_->Step());
  Observations one;
  Merge(kStart, {"App", "1", {}, ""}, value, one);
  EXPECT_TRUE(store_->Put(one));
  failing->fails = false;
  StepAll();
  EXPECT_EQ(Read({"App", "1", {}, ""}).size(), 39);  // the oldest minute was dropped
  EXPECT_EQ(Sum(Read()), 2);
}

TEST_F(MetricStoreTest, CountsAFailedCommitsValuesOnce) {
  const auto late = std::make_shared<LateEngine>();
  engine_ = late;
  Open();
  Note(1);
  Advance(1);
  StepAll();
  for (const bool written : {true, false}) {
    SCOPED_TRACE(written);
    const auto before = Sum(Read());
    Note(2);
    Advance(1);
    (written ? late->fails_late : late->refuse) = true;
    EXPECT_FALSE(store_->Step());
    late->refuse = false;
    // Adds to a minute of the failed commit.
    recorder_.Note(Metric::kConsumedRead, kOrders, clock_.Now() - kMinute, 4);
    EXPECT_EQ(Sum(Read()), before + 6);
    Advance(1);
    StepAll();
    EXPECT_EQ(Sum(Read()), before + 6);
  }
  Open();
  EXPECT_EQ(Sum(Read()), 13);
}

TEST_F(MetricStoreTest, RefusesTooManyValuesAtOnce) {
  Statistics value;
  value.Add(1);
  Observations values;
  for (std::size_t i = 0; i < limits::kMetricUnsavedMax; ++i) {
    Merge(kStart - static_cast<Minute>(i), {"App", "Size", {}, "Bytes"}, value, values);
  }
  ASSERT_TRUE(store_->Put(values));
  EXPECT_EQ(store_->Put(values).error().code, ErrorCode::kThrottlingException);
}

}  // namespace
}  // namespace stator::observe
