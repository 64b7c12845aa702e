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

TEST(PartitionRules, OnDemandBeginsWithFourOrAsManyAsItIsWarmedFor) {
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

TEST(PartitionRules, WarmIsWhatWasAskedForOrComesWithTheMode) {
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

TEST(PartitionRules, WarmGrowsWithPartitionsAndOutlivesTheMode) {
  auto table = OnDemand();
  table.partitions = 8;
  EXPECT_EQ(WarmThroughputOf(table), (Throughput{24'000, 8000}));
  auto provisioned = Provisioned(5, 5);
  provisioned.partitions = 8;
  EXPECT_EQ(WarmThroughputOf(provisioned), (Throughput{24'000, 8000}));
}

}  // namespace
}  // namespace stator::capacity
