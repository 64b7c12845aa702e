#include "api/service_time.h"

#include <gtest/gtest.h>

#include "api/database.h"
#include "base/durations.h"
#include "base/turnable_clock.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::api {
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

TEST_F(ServiceTimeTest, IsTheMachinesUntilItIsTurned) {
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
  EXPECT_EQ(database->context().clock.Now(), frozen->service);
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

// The store remembers the time of its last commit and of its stop, whatever the rule says.
TEST_F(ServiceTimeTest, NeverRunsBackwardsAcrossARestart) {
  auto database = Open();
  ASSERT_TRUE(database->TurnClock({.advance = 3 * kDay}).has_value());
  const auto shown = database->ReadClock().service;
  // As if the machine's clock were set back by two days: the rule alone would now give less.
  const auto change = [](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change rule;
    rule.mutations.push_back(
        catalog::Catalog::PlanClock({.machine = MachineNow(), .service = MachineNow() + kDay}));
    return rule;
  };
  ASSERT_TRUE(database->context().queue.Change(change).has_value());
  database.reset();
  database = Open();
  EXPECT_GE(database->ReadClock().service, shown);
}

TEST_F(ServiceTimeTest, WhatCannotBeDoneLeavesTheClockAsItIs) {
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

}  // namespace
}  // namespace stator::api
