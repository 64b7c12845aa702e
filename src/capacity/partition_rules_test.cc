#include "capacity/partition_rules.h"

#include <gtest/gtest.h>

namespace stator::capacity {
namespace {

using catalog::BillingMode;
using catalog::Throughput;

Dimensions Provisioned(std::int64_t read, std::int64_t write) {
  return {.billing = BillingMode::kProvisioned, .units = {read, write}};
}

Dimensions OnDemand() { return {.billing = BillingMode::kPayPerRequest}; }

TEST(PartitionRules, ProvisionedUnitsAddUp) {
  EXPECT_EQ(PartitionsFor(Provisioned(1, 1)), 1U);
  EXPECT_EQ(PartitionsFor(Provisioned(1500, 500)), 1U);
  EXPECT_EQ(PartitionsFor(Provisioned(1501, 500)), 2U);
  EXPECT_EQ(PartitionsFor(Provisioned(3000, 1000)), 2U);
  EXPECT_EQ(PartitionsFor(Provisioned(40'000, 40'000)), 54U);
}

TEST(PartitionRules, OnDemandStartsWithFourPartitionsOrWithThoseOfItsWarmThroughput) {
  EXPECT_EQ(PartitionsFor(OnDemand()), 4U);
  auto warmed = OnDemand();
  warmed.asked = Throughput{12'001, 4000};
  EXPECT_EQ(PartitionsFor(warmed), 5U);
  warmed.asked = Throughput{12'000, 10'000};
  EXPECT_EQ(PartitionsFor(warmed), 10U);
  auto provisioned = Provisioned(5, 5);
  provisioned.asked = Throughput{5, 2001};
  EXPECT_EQ(PartitionsFor(provisioned), 3U);
}

TEST(PartitionRules, WarmThroughputIsRequestedOrImpliedByTheMode) {
  auto table = OnDemand();
  table.partitions = 4;
  EXPECT_EQ(WarmThroughputOf(table), (Throughput{12'000, 4000}));
  table.asked = Throughput{12'000, 10'000};
  table.partitions = 10;
  EXPECT_EQ(WarmThroughputOf(table), (Throughput{12'000, 10'000}));
  auto provisioned = Provisioned(5, 7);
  provisioned.partitions = 1;
  EXPECT_EQ(WarmThroughputOf(provisioned), (Throughput{5, 7}));
}

TEST(PartitionRules, WarmThroughputGrowsWithPartitionsAndSurvivesAModeChange) {
  auto table = OnDemand();
  table.partitions = 8;
  EXPECT_EQ(WarmThroughputOf(table), (Throughput{24'000, 8000}));
  auto provisioned = Provisioned(5, 5);
  provisioned.partitions = 8;
  EXPECT_EQ(WarmThroughputOf(provisioned), (Throughput{24'000, 8000}));
}

TEST(WarmRaises, AreRequestsBeyondTheExistingThroughput) {
  catalog::TableSettings table;
  table.billing = BillingMode::kPayPerRequest;
  table.indexes.emplace_back().name = "g";
  EXPECT_TRUE(WarmRaises(nullptr, table).empty());
  table.warm = Throughput{40'000, 40'000};
  table.indexes[0].warm = Throughput{12'000, 4001};
  const std::vector<WarmRaise> created = {{"", {28'000, 36'000}}, {"g", {0, 1}}};
  EXPECT_EQ(WarmRaises(nullptr, table), created);
  auto raised = table;
  EXPECT_TRUE(WarmRaises(&table, raised).empty());
  raised.warm = Throughput{41'000, 40'000};
  raised.partitions.resize(41);  // the partitions that this needs
  const std::vector<WarmRaise> updated = {{"", {1000, 0}}};
  EXPECT_EQ(WarmRaises(&table, raised), updated);
}

TEST(WarmRaises, ThroughputFromExistingCapacityAndPartitionsIsFree) {
  catalog::TableSettings before;
  before.billing = BillingMode::kProvisioned;
  before.provisioned.units = {100, 100};
  auto after = before;
  after.provisioned.units = {5000, 100};
  EXPECT_TRUE(WarmRaises(&before, after).empty());
  after.warm = Throughput{5000, 150};
  const std::vector<WarmRaise> writes = {{"", {0, 50}}};
  EXPECT_EQ(WarmRaises(&before, after), writes);
  before.partitions.resize(9);
  EXPECT_TRUE(WarmRaises(&before, after).empty());
}

}  // namespace
}  // namespace stator::capacity
