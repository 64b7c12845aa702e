#include "database/service_time.h"

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/turnable_clock.h"
#include "database/database.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::database {
namespace {

class ServiceTimeTest : public ::testing::Test {
 protected:
  std::unique_ptr<Database> Open() {
    DatabaseOptions options;
    options.data_folder = folder_.path();
    auto database = Database::Open(options);
    EXPECT_TRUE(database.has_value());
    return *std::move(database);
  }

  const storage::testing::TemporaryFolder folder_;
};

TEST_F(ServiceTimeTest, IsMachineTimeUntilItIsTurned) {
  const auto database = Open();
  const auto before = MachineNow();
  const auto reading = database->ReadClock();
  EXPECT_GE(reading.service, before);
  EXPECT_LE(reading.service, MachineNow());
  EXPECT_EQ(reading.rule, ClockRule());
}

TEST_F(ServiceTimeTest, SurvivesARestart) {
  auto database = Open();
  const auto frozen = database->TurnClock({.advance = 3 * kDay, .frozen = true});
  ASSERT_TRUE(frozen.has_value());
  EXPECT_GE(frozen->service, frozen->machine + 2 * kDay);
  EXPECT_EQ(database->clock().Now(), frozen->service);
  database.reset();
  database = Open();
  EXPECT_EQ(database->ReadClock().service, frozen->service);
  EXPECT_TRUE(database->ReadClock().rule.frozen);
  ASSERT_TRUE(database->TurnClock({.scale = 60'000, .frozen = false}).has_value());
  database.reset();
  database = Open();
  EXPECT_GT(database->ReadClock().service, frozen->service);
  EXPECT_EQ(database->ReadClock().rule.scale, 60'000);
}

// The store remembers the times of its last commit and of its stop, independently of the rule.
TEST_F(ServiceTimeTest, NeverRunsBackwardsAcrossARestart) {
  auto database = Open();
  ASSERT_TRUE(database->TurnClock({.advance = 3 * kDay}).has_value());
  const auto shown = database->ReadClock().service;
  // Simulates a machine clock set back by two days: the rule alone would give an earlier time.
  const auto change = [](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change rule;
    rule.mutations.push_back(
        catalog::Catalog::PlanClock({.machine = MachineNow(), .service = MachineNow() + kDay}));
    return rule;
  };
  ASSERT_TRUE(database->store().queue().Change(change).has_value());
  database.reset();
  database = Open();
  EXPECT_GE(database->ReadClock().service, shown);
}

TEST_F(ServiceTimeTest, AFailedTurnLeavesTheClockUnchanged) {
  const auto database = Open();
  const auto refused = database->TurnClock({.set = 1});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kValidationException);
  EXPECT_EQ(database->ReadClock().rule, ClockRule());
  database->Stop();
  EXPECT_FALSE(database->TurnClock({.advance = kDay}).has_value());
  EXPECT_EQ(database->ReadClock().rule, ClockRule());
}

TEST_F(ServiceTimeTest, AGivenClockIsReadAndNotTurned) {
  const ManualServiceClock clock(5);
  DatabaseOptions options;
  options.clock = &clock;
  const auto database = *Database::Open(options);
  EXPECT_EQ(database->ReadClock().service, 5);
  EXPECT_FALSE(database->TurnClock({.advance = 1}).has_value());
}

// At one start the machine's clock is ahead, as after a dead battery.
class ClockHoldTest : public ::testing::Test {
 protected:
  std::unique_ptr<Database> Open(TimeMicros ahead) {
    DatabaseOptions options;
    options.data_folder = folder_.path();
    options.machine_time = [ahead] { return MachineNow() + ahead; };
    auto database = Database::Open(options);
    EXPECT_TRUE(database.has_value());
    return *std::move(database);
  }

  const storage::testing::TemporaryFolder folder_;
};

TEST_F(ClockHoldTest, AJumpHoldsExpiryUntilItIsConfirmed) {
  EXPECT_FALSE(Open(0)->ReadClock().holds_expiry);
  EXPECT_FALSE(Open(kDay - kHour)->ReadClock().holds_expiry);
  EXPECT_TRUE(Open(400 * kDay)->ReadClock().holds_expiry);
  auto database = Open(400 * kDay);
  EXPECT_TRUE(database->ReadClock().holds_expiry) << "a restart confirms nothing";
  const auto confirmed = database->ConfirmClock();
  ASSERT_TRUE(confirmed.has_value());
  EXPECT_FALSE(confirmed->holds_expiry);
  database.reset();
  EXPECT_FALSE(Open(400 * kDay)->ReadClock().holds_expiry);
}

TEST_F(ClockHoldTest, ResetSetsServiceTimeBack) {
  Open(0).reset();
  Open(400 * kDay).reset();
  EXPECT_GT(Open(0)->ReadClock().service, MachineNow() + 399 * kDay) << "time never runs back";
  const auto before = ResetClock(folder_.path());
  ASSERT_TRUE(before.has_value()) << before.error().message;
  EXPECT_GT(*before, MachineNow() + 399 * kDay);
  const auto database = Open(0);
  const auto service = database->ReadClock().service;
  EXPECT_LE(service, MachineNow());
  EXPECT_FALSE(database->ReadClock().holds_expiry);
  EXPECT_FALSE(ResetClock(folder_.path()).has_value()) << "a server uses the folder";
}

TEST_F(ClockHoldTest, ATurnedClockIsNoJump) {
  auto database = Open(0);
  ASSERT_TRUE(database->TurnClock({.advance = 30 * kDay}).has_value());
  database.reset();
  EXPECT_FALSE(Open(kHour)->ReadClock().holds_expiry);
}

TEST(TimeUnusedTest, FollowsTheRule) {
  EXPECT_EQ(TimeUnused({}, 0, 1000 * kDay), 0) << "a new folder";
  EXPECT_EQ(TimeUnused({}, 5 * kDay, 8 * kDay), 3 * kDay);
  EXPECT_EQ(TimeUnused({.machine = 1, .service = 7 * kDay}, 5 * kDay, 8 * kDay), kDay);
  EXPECT_EQ(TimeUnused({.frozen = true}, 5 * kDay, 8 * kDay), 0);
  EXPECT_EQ(TimeUnused({.scale = 2 * kClockScaleOne}, 5 * kDay, 9 * kDay), 2 * kDay);
}

}  // namespace
}  // namespace stator::database
