#include "observe/alarms.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "storage/memory/memory_engine.h"

namespace stator::observe {
namespace {

using enum AlarmState;

constexpr Minute kNow = 28'000'020;

class AlarmsTest : public testing::Test {
 protected:
  AlarmsTest() { Open(); }

  void Open() {
    alarms_ = std::make_unique<Alarms>(*engine_, queue_, metrics_, clock_);
    ASSERT_TRUE(alarms_->Load());
  }

  static Alarm Make(const std::string& name) {
    return {.name = name,
            .arn = "arn:" + name,
            .series = {"App", "Jobs", {}, ""},
            .statistic = "Sum",
            .missing = MissingData::kIgnore};
  }

  void Bring(double value) {
    Observations values;
    Statistics statistics;
    statistics.AddDistributed(value);
    Merge(MinuteOf(clock_.Now()), {"App", "Jobs", {}, "Count"}, statistics, values);
    ASSERT_TRUE(metrics_.Put(values));
  }

  // Advances the clock and runs all due steps. Returns the number of steps.
  int Pass(Minute minutes) {
    clock_.Advance(minutes * kMinute);
    int steps = 0;
    while (alarms_->Step()->worked) ++steps;
    return steps;
  }

  AlarmStatus Status(const std::string& name = "a") {
    for (const auto& alarm : alarms_->List()) {
      if (alarm->name == name) return alarm->status;
    }
    ADD_FAILURE() << name;
    return {};
  }

  ManualServiceClock clock_{kNow * kMinute + 30'000'000};
  std::shared_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<catalog::Catalog> catalog_ = std::move(*catalog::Catalog::Load(*engine_));
  table::CommitQueue queue_{*engine_, *catalog_, clock_};
  Recorder recorder_;
  MetricStore metrics_{*engine_, queue_, recorder_, *catalog_, clock_};
  std::unique_ptr<Alarms> alarms_;
};

TEST_F(AlarmsTest, AreRaisedAndRecover) {
  ASSERT_TRUE(alarms_->Put(Make("a")));
  EXPECT_EQ(Status().state, kInsufficientData);
  EXPECT_EQ(Status().reason, "Unchecked: Initial alarm creation");
  Bring(1);
  EXPECT_EQ(Pass(0), 0);  // the minute has not ended
  Pass(1);
  EXPECT_EQ(Status().state, kAlarm);
  EXPECT_EQ(Status().changed, (kNow + 1) * kMinute);
  Bring(0);
  Pass(1);
  EXPECT_EQ(Status().state, kOk);
  const auto outcome = alarms_->Step();
  EXPECT_EQ(outcome->wait, 30'000'000);
}

TEST_F(AlarmsTest, ATurnedClockSkipsNoTraffic) {
  ASSERT_TRUE(alarms_->Put(Make("a")));
  Bring(1);
  Pass(10 * 24 * 60);
  EXPECT_EQ(Status().state, kAlarm);
  EXPECT_EQ(Status().changed, (kNow + 1) * kMinute);
}

TEST_F(AlarmsTest, SetStatesLastUntilTheNextEvaluation) {
  ASSERT_TRUE(alarms_->Put(Make("a")));
  Bring(0);
  Pass(1);
  ASSERT_TRUE(alarms_->SetState("a", {.state = kAlarm, .reason = "a test", .data = "{}"}));
  EXPECT_EQ(Status().state, kAlarm);
  EXPECT_EQ(Status().reason, "a test");
  Pass(1);
  EXPECT_EQ(Status().state, kOk);
  EXPECT_EQ(alarms_->SetState("b", {}).error().code, ErrorCode::kResourceNotFound);
}

TEST_F(AlarmsTest, SurviveARestart) {
  auto alarm = Make("a");
  alarm.tags = {{"k", "v"}};
  ASSERT_TRUE(alarms_->Put(alarm));
  Bring(1);
  Pass(1);
  Open();
  EXPECT_EQ(Status().state, kAlarm);
  EXPECT_EQ(alarms_->List().front()->tags, alarm.tags);
}

TEST_F(AlarmsTest, AChangeKeepsTheState) {
  ASSERT_TRUE(alarms_->Put(Make("a")));
  Bring(1);
  Pass(1);
  auto changed = Make("a");
  changed.threshold = 5;
  ASSERT_TRUE(alarms_->Put(changed));
  EXPECT_EQ(Status().state, kAlarm);
  EXPECT_EQ(alarms_->List().size(), 1);
  EXPECT_EQ(alarms_->List().front()->threshold, 5);
}

TEST_F(AlarmsTest, AreDeletedAllOrNone) {
  ASSERT_TRUE(alarms_->Put(Make("a")));
  ASSERT_TRUE(alarms_->Put(Make("b")));
  const std::vector<std::string> unknown = {"a", "c"};
  EXPECT_EQ(alarms_->Delete(unknown).error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(alarms_->List().size(), 2);
  const std::vector<std::string> both = {"a", "b"};
  ASSERT_TRUE(alarms_->Delete(both));
  Open();
  EXPECT_TRUE(alarms_->List().empty());
  EXPECT_FALSE(alarms_->Step()->wait);
}

TEST_F(AlarmsTest, AreBounded) {
  for (std::size_t i = 0; i < limits::kAlarmsMax; ++i) {
    ASSERT_TRUE(alarms_->Put(Make(fmt::format("{}", i))));
  }
  EXPECT_EQ(alarms_->Put(Make("one more")).error().code, ErrorCode::kLimitExceededFault);
  EXPECT_TRUE(alarms_->Put(Make("7")));
  Bring(1);
  EXPECT_EQ(Pass(1), limits::kAlarmsMax / limits::kAlarmsPerStep);
  for (const auto& alarm : alarms_->List()) ASSERT_EQ(alarm->status.state, kAlarm) << alarm->name;
}

}  // namespace
}  // namespace stator::observe
