#include "scaling/alarms.h"

#include <gtest/gtest.h>

namespace stator::scaling {
namespace {

// Facts 6.6; the thresholds are those that CloudWatch shows for 5 units and a target of 70 %.
TEST(Alarms, APolicyHasFourAlarms) {
  const Target target{
      .id = {"table/t", Dimension::kTableWrite},
      .policies = {{.name = "p", .arn = "arn:p", .target = 70, .alarm_ids = {"1", "2", "3", "4"}}}};
  const auto alarms = AlarmsOf(target, 5);
  ASSERT_EQ(alarms.size(), 4);
  EXPECT_EQ(alarms[0].name, "TargetTracking-table/t-AlarmHigh-1");
  EXPECT_EQ(alarms[0].metric, "ConsumedWriteCapacityUnits");
  EXPECT_DOUBLE_EQ(alarms[0].threshold, 210);
  EXPECT_EQ(alarms[0].periods, 2);
  EXPECT_TRUE(alarms[0].above);
  EXPECT_EQ(alarms[1].name, "TargetTracking-table/t-AlarmLow-2");
  EXPECT_DOUBLE_EQ(alarms[1].threshold, 150);
  EXPECT_EQ(alarms[1].periods, 15);
  EXPECT_FALSE(alarms[1].above);
  EXPECT_EQ(alarms[2].name, "TargetTracking-table/t-ProvisionedCapacityHigh-3");
  EXPECT_EQ(alarms[3].name, "TargetTracking-table/t-ProvisionedCapacityLow-4");
  EXPECT_EQ(alarms[3].metric, "ProvisionedWriteCapacityUnits");
  EXPECT_EQ(alarms[3].policy_arn, "arn:p");
}

TEST(Alarms, AlarmsOfAnIndex) {
  const Target target{.id = {"table/t/index/i", Dimension::kIndexRead}, .policies = {{}}};
  const auto alarms = AlarmsOf(target, 5);
  EXPECT_EQ(alarms[0].resource, (Resource{"t", "i"}));
  EXPECT_EQ(alarms[0].metric, "ConsumedReadCapacityUnits");
}

TEST(Alarms, Arns) {
  EXPECT_EQ(AlarmArn("eu-west-1", "1", "a"), "arn:aws:cloudwatch:eu-west-1:1:alarm:a");
}

TEST(Resources, AreTablesAndIndexes) {
  EXPECT_EQ(ParseResource("table/t", Dimension::kTableRead), (Resource{"t", ""}));
  EXPECT_EQ(ParseResource("table/t/index/i", Dimension::kIndexWrite), (Resource{"t", "i"}));
  for (const char* id : {"", "table/", "t", "table/t/index/i", "table//", "service/t"}) {
    EXPECT_EQ(ParseResource(id, Dimension::kTableRead), std::nullopt) << id;
  }
  for (const char* id :
       {"", "table/t", "table/t/index/", "table//index/i", "table/t/i", "table/t/index/i/j"}) {
    EXPECT_EQ(ParseResource(id, Dimension::kIndexRead), std::nullopt) << id;
  }
}

}  // namespace
}  // namespace stator::scaling
