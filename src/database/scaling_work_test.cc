#include "database/scaling_work.h"

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/autoscaling/handlers.h"
#include "api/handlers.h"
#include "base/durations.h"
#include "database/background.h"
#include "database/database.h"

namespace stator::autoscaling {
namespace {

using database::ScalingWork;
using testing::HasSubstr;
using testing::StartsWith;

constexpr TimeMicros kStart = 1'800'000'000LL * kSecond;  // the start of a minute

// Runs an event when the test's own thread asks for the time. That is in the middle of a step which
// the test runs by hand.
class EventfulClock : public ManualServiceClock {
 public:
  using ManualServiceClock::ManualServiceClock;

  TimeMicros Now() const override {
    if (std::this_thread::get_id() == thread_ && event_ && --calls_ == 0) {
      std::exchange(event_, nullptr)();
    }
    return ManualServiceClock::Now();
  }
  // Runs `event` at the `call`-th request for the time from now on.
  void HaveHappen(int call, std::function<void()> event) {
    calls_ = call;
    event_ = std::move(event);
  }
  bool happened() const { return !event_; }

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
  mutable int calls_ = 0;  // this and event_ are used only by that thread
  mutable std::function<void()> event_;
};

// Has a database whose clock the test turns. Its background scales at its own pace, so the tests
// wait for the expected results.
class ScalingWorkTest : public testing::Test {
 protected:
  ScalingWorkTest() {
    database::DatabaseOptions options;
    options.clock = &clock_;
    database_ = *database::Database::Open(options);
    CreateTable();
  }

  void CreateTable() {
    api::CreateTableRequest request;
    request.table_name = "orders";
    api::AttributeDefinition definition;
    definition.attribute_name = "pk";
    definition.attribute_type = api::ScalarAttributeType::kS;
    request.attribute_definitions = {definition};
    api::KeySchemaElement key;
    key.attribute_name = "pk";
    key.key_type = api::KeyType::kHash;
    request.key_schema = {key};
    auto& units = request.provisioned_throughput.emplace();
    units.read_capacity_units = 10;
    units.write_capacity_units = 10;
    ASSERT_TRUE(api::CreateTable(services(), request).has_value());
  }

  const api::Services& services() { return database_->services(); }
  const api::ScalingServices& scaling() { return services(); }

  Result<RegisterScalableTargetResponse> TryRegister(std::int64_t min, std::int64_t max) {
    RegisterScalableTargetRequest request;
    request.service_namespace = ServiceNamespace::kDynamodb;
    request.resource_id = "table/orders";
    request.scalable_dimension = ScalableDimension::kDynamodbTableWriteCapacityUnits;
    request.min_capacity = min;
    request.max_capacity = max;
    return RegisterScalableTarget(services(), request);
  }

  void Register(std::int64_t min, std::int64_t max) {
    const auto registered = TryRegister(min, max);
    ASSERT_TRUE(registered.has_value()) << registered.error().message;
  }

  // Sends UpdateTable as a client does, with the current write units.
  void SetReadUnits(std::int64_t units) {
    api::UpdateTableRequest request;
    request.table_name = "orders";
    auto& throughput = request.provisioned_throughput.emplace();
    throughput.read_capacity_units = units;
    throughput.write_capacity_units = WriteUnits();
    ASSERT_TRUE(api::UpdateTable(services(), request).has_value());
  }

  void Track(double target) {
    PutScalingPolicyRequest request;
    request.policy_name = "track";
    request.service_namespace = ServiceNamespace::kDynamodb;
    request.resource_id = "table/orders";
    request.scalable_dimension = ScalableDimension::kDynamodbTableWriteCapacityUnits;
    request.policy_type = PolicyType::kTargetTrackingScaling;
    auto& tracking = request.target_tracking_scaling_policy_configuration.emplace();
    tracking.target_value = target;
    tracking.predefined_metric_specification.emplace().predefined_metric_type =
        MetricType::kDynamoDBWriteCapacityUtilization;
    const auto put = PutScalingPolicy(services(), request);
    ASSERT_TRUE(put.has_value()) << put.error().message;
  }

  Result<PutScheduledActionResponse> TrySchedule(const std::string& schedule, std::int64_t min,
                                                 std::int64_t max,
                                                 const std::string& name = "morning") {
    PutScheduledActionRequest request;
    request.scheduled_action_name = name;
    request.service_namespace = ServiceNamespace::kDynamodb;
    request.resource_id = "table/orders";
    request.scalable_dimension = ScalableDimension::kDynamodbTableWriteCapacityUnits;
    request.schedule = schedule;
    auto& action = request.scalable_target_action.emplace();
    action.min_capacity = min;
    action.max_capacity = max;
    return PutScheduledAction(services(), request);
  }

  void Schedule(const std::string& schedule, std::int64_t min, std::int64_t max,
                const std::string& name = "morning") {
    const auto put = TrySchedule(schedule, min, max, name);
    ASSERT_TRUE(put.has_value()) << put.error().message;
  }

  // Uses the given write units per second for a minute, which then passes.
  void Minute(std::int64_t units) {
    const auto table = database_->store().catalog().Find("orders");
    const std::vector<capacity::Claim> claims = {{.units = units * 60 * 2}};
    database_->meter().Charge({.table = *table,
                               .operation = "PutItem",
                               .access = capacity::Access::kWrite,
                               .claims = claims,
                               .now = clock_.Now()});
    Pass(kMinute);
  }

  void Pass(TimeMicros time) {
    clock_.Advance(time);
    database_->background().Wake();
  }

  std::int64_t WriteUnits() {
    return database_->store().catalog().Find("orders")->settings().provisioned.units.write;
  }

  std::int64_t ReadUnits() {
    return database_->store().catalog().Find("orders")->settings().provisioned.units.read;
  }

  std::vector<ScalingActivity> Activities(bool all = false) {
    DescribeScalingActivitiesRequest request;
    request.service_namespace = ServiceNamespace::kDynamodb;
    request.include_not_scaled_activities = all;
    return *DescribeScalingActivities(services(), request)->scaling_activities;
  }

  // Waits for this many activities. Each is the last action of its scaling.
  void AwaitActivities(std::size_t count, bool all = false) {
    while (Activities(all).size() < count) std::this_thread::yield();
    ASSERT_EQ(Activities(all).size(), count);
  }

  EventfulClock clock_{kStart};
  std::unique_ptr<database::Database> database_;
  scaling::Consumption consumption_;  // for work that a test steps by hand
};

TEST_F(ScalingWorkTest, ScalesOutAfterTwoBusyMinutesAndInAfterFifteenQuietOnes) {
  Register(5, 100);
  Track(70);
  Minute(14);
  Minute(14);
  AwaitActivities(1);
  EXPECT_EQ(WriteUnits(), 20);
  for (int i = 0; i < 15; ++i) Minute(7);
  AwaitActivities(2);
  EXPECT_EQ(WriteUnits(), 10);
  const auto activities = Activities();
  EXPECT_EQ(activities[0].description, "Setting write capacity units to 10.");
  EXPECT_EQ(activities[0].status_code, ScalingActivityStatusCode::kSuccessful);
  EXPECT_THAT(*activities[0].cause,
              StartsWith("monitor alarm TargetTracking-table/orders-AlarmLow-"));
  EXPECT_THAT(*activities[1].cause, HasSubstr("in state ALARM triggered policy track"));
  EXPECT_EQ(activities[1].status_message,
            "Successfully set write capacity units to 20. Change successfully fulfilled by "
            "dynamodb.");
}

TEST_F(ScalingWorkTest, MinutesThatAClockJumpSkipsStillCount) {
  Register(5, 100);
  Track(70);
  Minute(3);
  Minute(14);
  Minute(28);
  Pass(24 * 60 * kMinute);
  AwaitActivities(1);
  EXPECT_EQ(WriteUnits(), 40);
}

TEST_F(ScalingWorkTest, TheReasonForNotScalingAtTheMaximumIsRecorded) {
  Register(5, 10);
  Track(70);
  for (int i = 0; i < 4; ++i) Minute(14);
  AwaitActivities(1, true);
  EXPECT_EQ(Activities().size(), 0U);
  const auto activity = Activities(true).front();
  ASSERT_EQ(activity.not_scaled_reasons->size(), 1U);
  EXPECT_EQ(activity.not_scaled_reasons->front().code, "AlreadyAtMaxCapacity");
  EXPECT_EQ(activity.not_scaled_reasons->front().max_capacity, 10);
}

TEST_F(ScalingWorkTest, CapacityFollowsNewBounds) {
  Register(25, 100);
  AwaitActivities(1);
  EXPECT_EQ(WriteUnits(), 25);
  EXPECT_EQ(Activities().front().cause, "minimum capacity was set to 25");
  Register(5, 20);
  AwaitActivities(2);
  EXPECT_EQ(WriteUnits(), 20);
  EXPECT_EQ(Activities().front().cause, "maximum capacity was set to 20");
}

TEST_F(ScalingWorkTest, BoundsThatChangeDuringAStepAreApplied) {
  database_->StopBackground();
  ScalingWork work(services(), services(), consumption_);
  int moments = 0;
  for (std::int64_t min = 20;; min += 10) {
    Register(min, 1000);
    clock_.HaveHappen(++moments, [&] { Register(min + 5, 1000); });
    ASSERT_TRUE(work.Step().has_value());
    if (!clock_.happened()) break;  // the step asks for the time less often
    ASSERT_TRUE(work.Step().has_value());
    EXPECT_EQ(WriteUnits(), min + 5) << moments;
  }
  clock_.HaveHappen(0, nullptr);
  EXPECT_GT(moments, 3);
}

TEST_F(ScalingWorkTest, TheOtherUnitsThatAClientSetsDuringAStepAreKept) {
  database_->StopBackground();
  ScalingWork work(services(), services(), consumption_);
  int moments = 0;
  for (std::int64_t units = 20;; ++units) {
    Register(units, 1000);
    clock_.HaveHappen(++moments, [&] { SetReadUnits(units); });
    ASSERT_TRUE(work.Step().has_value());
    EXPECT_EQ(WriteUnits(), units) << moments;
    if (!clock_.happened()) break;  // the step asks for the time less often
    EXPECT_EQ(ReadUnits(), units) << moments;
  }
  clock_.HaveHappen(0, nullptr);
  EXPECT_GT(moments, 3);
}

TEST_F(ScalingWorkTest, BoundsAre32BitNumbers) {
  constexpr std::int64_t kMost = 2'147'483'647;
  EXPECT_FALSE(TryRegister(5, kMost + 1).has_value());
  EXPECT_FALSE(TryRegister(kMost + 1, kMost + 2).has_value());
  Register(5, kMost);
  EXPECT_FALSE(TrySchedule("rate(1 hour)", 5, kMost + 1).has_value());
  Schedule("rate(1 hour)", 5, kMost);
}

TEST_F(ScalingWorkTest, AnActionThatIsReplacedWhileItRunsKeepsItsNewTime) {
  database_->StopBackground();
  ScalingWork work(services(), services(), consumption_);
  Register(5, 100);
  Schedule("rate(1 minute)", 30, 60);
  ASSERT_TRUE(work.Step().has_value());
  clock_.Advance(kMinute);
  // The step asks first, then the run.
  clock_.HaveHappen(2, [&] { Schedule("rate(1 hour)", 30, 60); });
  ASSERT_TRUE(work.Step().has_value());
  ASSERT_TRUE(clock_.happened());
  EXPECT_EQ(Activities().size(), 2U);
  const auto targets = scaling().scaling.Targets();
  EXPECT_EQ(targets.front()->actions.front().next, kStart + 60 * kMinute);
}

TEST_F(ScalingWorkTest, ScheduledActionsSetBounds) {
  Register(5, 100);
  Schedule("rate(1 hour)", 30, 60);
  Pass(kMinute);
  EXPECT_EQ(Activities().size(), 0U);
  Pass(60 * kMinute);
  AwaitActivities(2);
  EXPECT_EQ(WriteUnits(), 30);
  const auto activities = Activities();
  EXPECT_EQ(activities[1].cause, "scheduled action name morning was triggered");
  EXPECT_EQ(activities[1].description, "Setting min capacity to 30 and max capacity to 60");
  EXPECT_EQ(activities[0].cause, "minimum capacity was set to 30");
  EXPECT_EQ(activities[0].description, "Setting write capacity units to 30.");
}

TEST_F(ScalingWorkTest, AnActionRunsOnceForAllRunsThatATurnedClockSkips) {
  Register(5, 100);
  database_->StopBackground();
  ScalingWork work(services(), services(), consumption_);
  Schedule("rate(1 minute)", 30, 60);
  Schedule("cron(0 0 1 * ? *)", 20, 25, "first of the month");
  clock_.Advance(36'500LL * 24 * 60 * kMinute + kSecond);
  const auto outcome = work.Step();
  ASSERT_TRUE(outcome.has_value());
  EXPECT_FALSE(outcome->worked);  // no work is left
  EXPECT_EQ(outcome->wait, 59 * kSecond);
  const auto activities = Activities();
  ASSERT_EQ(activities.size(), 4U);
  EXPECT_EQ(activities[3].cause, "scheduled action name first of the month was triggered");
  EXPECT_EQ(activities[1].cause, "scheduled action name morning was triggered");
  EXPECT_EQ(WriteUnits(), 30);
}

// This happens while a system upgrade replaces the files.
TEST_F(ScalingWorkTest, AnActionWhoseTimeZoneCannotBeReadIsRetried) {
  Register(5, 100);
  database_->StopBackground();
  ScalingWork work(services(), services(), consumption_);
  Schedule("cron(* * * * ? *)", 30, 60);
  const auto set_zone = [&](const std::string& zone) {
    const auto edit = [&](const scaling::Target* old) -> Result<std::optional<scaling::Target>> {
      auto changed = *old;
      changed.actions.front().timezone = zone;
      return changed;
    };
    const auto id = scaling().scaling.Targets().front()->id;
    ASSERT_TRUE(scaling().scaling.Change(database_->store().queue(), id, edit).has_value());
  };
  set_zone("Europe/Atlantis");
  clock_.Advance(kMinute);
  for (int i = 0; i < 3; ++i) {
    const auto outcome = work.Step();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_FALSE(outcome->worked);
    EXPECT_EQ(outcome->wait, kMinute);
    clock_.Advance(kMinute);
  }
  ASSERT_EQ(Activities().size(), 1U) << "that it failed is said once";
  EXPECT_EQ(Activities()[0].status_code, ScalingActivityStatusCode::kFailed);
  EXPECT_THAT(*Activities()[0].status_message, HasSubstr("Europe/Atlantis"));
  EXPECT_EQ(scaling().scaling.Targets().front()->actions.front().next, kStart + kMinute);
  set_zone("UTC");
  ASSERT_TRUE(work.Step().has_value());
  EXPECT_EQ(Activities().size(), 3U);
  EXPECT_EQ(WriteUnits(), 30);
  EXPECT_EQ(scaling().scaling.Targets().front()->actions.front().next, clock_.Now() + kMinute);
}

TEST_F(ScalingWorkTest, ADeletedTableKeepsItsTarget) {
  Register(5, 100);
  Track(70);
  api::DeleteTableRequest request;
  request.table_name = "orders";
  ASSERT_TRUE(api::DeleteTable(services(), request).has_value());
  Pass(5 * kMinute);
  EXPECT_EQ(scaling().scaling.count(), 1U);
}

}  // namespace
}  // namespace stator::autoscaling
