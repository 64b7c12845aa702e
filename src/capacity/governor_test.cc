#include "capacity/governor.h"

#include <functional>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "capacity/testing.h"

namespace stator::capacity {
namespace {

using catalog::EvenPartitions;
using catalog::Table;
using testing::KeyOf;
using testing::kStart;
using testing::kUnit;
using testing::OfferSecond;
using testing::OnDemandTable;
using testing::Outcome;
using testing::ProvisionedTable;

constexpr auto kRead = Place(Access::kRead);
constexpr auto kWrite = Place(Access::kWrite);

std::vector<Bytes> Keys(int count) {
  std::vector<Bytes> keys;
  for (int i = 0; i < count; ++i) keys.push_back(KeyOf("customer" + std::to_string(i)));
  return keys;
}

// Returns one key in each of `partitions` even partitions.
std::vector<Bytes> KeyInEach(std::uint32_t partitions) {
  const auto ranges = EvenPartitions(partitions);
  std::vector<Bytes> keys(partitions);
  for (int i = 0; std::ranges::any_of(keys, &Bytes::empty); ++i) {
    const auto key = KeyOf("customer" + std::to_string(i));
    keys[catalog::PartitionOf(ranges, key)] = key;
  }
  return keys;
}

Outcome OfferSeconds(Governor& governor, const Table& table, const std::vector<Bytes>& keys,
                     std::int64_t per_second, TimeMicros from, int seconds) {
  Outcome sum;
  for (int i = 0; i < seconds; ++i) {
    const auto each =
        OfferSecond(governor, table, Access::kWrite, keys, per_second, from + i * kSecond);
    sum.granted += each.granted;
    sum.throttled += each.throttled;
  }
  return sum;
}

std::vector<Throttle> Exhaust(Governor& governor, const Table& table, Access access, Claim claim,
                              TimeMicros now) {
  for (int i = 0; i < 1'000'000; ++i) {
    auto throttles = governor.Admit(table, access, {&claim, 1}, now);
    if (!throttles.empty()) return throttles;
    governor.Charge(table, access, {&claim, 1}, now);
  }
  return {};
}

TEST(GovernorTest, UnusedUnitsAreKeptForFiveMinutes) {
  Governor governor;
  const Table table(ProvisionedTable(10, 10));
  const auto keys = Keys(1);
  // A new table has the units of one second.
  EXPECT_EQ(OfferSecond(governor, table, Access::kWrite, keys, 100, kStart).granted, 20);
  // After a day it has five minutes of units, and no more.
  const auto later = kStart + 86'400 * kSecond;
  const auto outcome = OfferSeconds(governor, table, keys, 500, later, 10);
  EXPECT_EQ(outcome.granted, 3000 + 10 * 10);
}

TEST(GovernorTest, AnExistingTableStartsWithItsBurst) {
  Governor governor;
  auto settings = ProvisionedTable(10, 10);
  settings.created = kStart - 100 * kSecond;
  const Table table(settings);
  EXPECT_EQ(governor.Report(table, kStart)[0].access[kWrite].level, 101 * 20);
}

TEST(GovernorTest, ReadsAndWritesHaveSeparateBuckets) {
  Governor governor;
  const Table table(ProvisionedTable(1, 1));
  const auto key = KeyOf("a");
  EXPECT_FALSE(Exhaust(governor, table, Access::kWrite, {.key = key, .units = 2}, kStart).empty());
  EXPECT_TRUE(
      governor.Admit(table, Access::kRead, std::vector<Claim>{{.key = key}}, kStart).empty());
}

TEST(GovernorTest, AnEmptyBucketNamesTheTable) {
  Governor governor;
  const Table table(ProvisionedTable(1, 1));
  const auto key = KeyOf("a");
  const auto throttles = Exhaust(governor, table, Access::kRead, {.key = key, .units = 1}, kStart);
  ASSERT_EQ(throttles.size(), 1);
  EXPECT_EQ(
      throttles[0],
      (Throttle{
          .bound = Bound::kProvisioned, .access = Access::kRead, .resource = "arn:t", .key = key}));
}

// A mega-shipment: all items have one partition key.
TEST(GovernorTest, OneKeyIsThrottledAtAThousandUnitsThoughTheTableHasMore) {
  Governor governor;
  auto settings = ProvisionedTable(2500, 2500);
  settings.partitions = EvenPartitions(4);
  settings.created = kStart - 1000 * kSecond;
  const Table table(settings);
  const auto outcome = OfferSeconds(governor, table, Keys(1), 1500, kStart, 10);
  EXPECT_NEAR(static_cast<double>(outcome.granted), 11'000, 10);  // starts with one second more
  const auto key = KeyOf("customer0");
  const auto throttles =
      Exhaust(governor, table, Access::kWrite, {.key = key, .units = 2}, kStart + 10'000'000);
  ASSERT_EQ(throttles.size(), 1);
  EXPECT_EQ(ReasonOf(throttles[0]), "TableWriteKeyRangeThroughputExceeded");
  EXPECT_GT(governor.Report(table, kStart + 10'000'000)[0].access[kWrite].level, 1'400'000);
}

TEST(GovernorTest, TenShardsAreNotThrottled) {
  Governor governor;
  auto settings = ProvisionedTable(2500, 2500);
  settings.partitions = EvenPartitions(10);
  const Table table(settings);
  EXPECT_EQ(OfferSeconds(governor, table, KeyInEach(10), 1500, kStart, 30).throttled, 0);
}

TEST(GovernorTest, OnePartitionMayUseTheWholeTablesUnits) {
  Governor governor;
  auto settings = ProvisionedTable(900, 900);
  settings.partitions = EvenPartitions(10);
  const Table table(settings);
  EXPECT_EQ(OfferSeconds(governor, table, Keys(1), 900, kStart, 30).throttled, 0);
}

TEST(GovernorTest, ReadsOfOneItemAreBounded) {
  Governor governor;
  const Table table(OnDemandTable(4));
  std::int64_t granted = 0;
  for (int i = 0; i < 10; ++i) {
    granted +=
        OfferSecond(governor, table, Access::kRead, Keys(1), 8000, kStart + i * kSecond, 1).granted;
  }
  EXPECT_NEAR(static_cast<double>(granted), 11 * 6000, 10);  // eventually consistent: half units
}

TEST(GovernorTest, AnOnDemandTableServesAColdSpikeOfFourThousand) {
  Governor governor;
  const Table table(OnDemandTable(4));
  const auto keys = KeyInEach(4);
  EXPECT_EQ(OfferSeconds(governor, table, keys, 4000, kStart, 5).throttled, 0);
  const auto spike = OfferSeconds(governor, table, keys, 8000, kStart + 5'000'000, 10);
  EXPECT_NEAR(static_cast<double>(spike.granted), 40'000, 4'100);
  const Claim claim{.key = keys[0], .units = 2};
  const auto throttles = Exhaust(governor, table, Access::kWrite, claim, kStart + 15'000'000);
  ASSERT_EQ(throttles.size(), 1);
  EXPECT_EQ(throttles[0].bound, Bound::kKeyRange);
  EXPECT_EQ(ErrorOf(throttles).code, ErrorCode::kThrottlingException);
}

// Once a minute's peak is half an hour old, on-demand serves twice that peak.
TEST(GovernorTest, OnDemandDoublesAfterHalfAnHour) {
  Governor governor;
  auto settings = OnDemandTable(4);
  auto keys = KeyInEach(4);
  const auto serve = [&](const Table& table, TimeMicros from) {
    return OfferSeconds(governor, table, keys, 4000, from, 60).throttled;
  };
  const Table table(settings);
  EXPECT_EQ(serve(table, kStart), 0);
  const auto rate = [&](TimeMicros now) {
    return governor.Report(Table(settings), now)[0].access[kWrite].rate;
  };
  EXPECT_EQ(rate(kStart + kMinute), 4000);
  EXPECT_EQ(rate(kStart + 30 * kMinute), 4000);
  EXPECT_TRUE(governor.Nominate(kStart + 30 * kMinute).empty());
  EXPECT_EQ(rate(kStart + 31 * kMinute), 8000);

  // The four partitions become eight.
  const auto ripe = kStart + 31 * kMinute;
  const auto splits = governor.Nominate(ripe);
  ASSERT_EQ(splits.size(), 4);
  for (const auto& split : splits) {
    EXPECT_EQ(split.why, HeatSplit::Why::kGrowth);
    EXPECT_EQ(split.table, 7);
    EXPECT_EQ(split.index, "");
    testing::Split(settings, split.at);
  }
  EXPECT_TRUE(governor.Nominate(ripe + kSecond).empty());
  EXPECT_EQ(std::set<std::uint32_t>({splits[0].partition, splits[1].partition, splits[2].partition,
                                     splits[3].partition})
                .size(),
            4);
  const Table grown(settings);
  keys = KeyInEach(8);
  EXPECT_EQ(OfferSeconds(governor, grown, keys, 8000, ripe + 2 * kSecond, 5).throttled, 0);
  EXPECT_EQ(governor.Report(grown, ripe + 8 * kSecond)[0].partitions.size(), 8);
}

TEST(GovernorTest, AnOnDemandTableOfOnePartitionGrowsToItsPromisedUnits) {
  Governor governor;
  auto settings = OnDemandTable(1);
  auto now = kStart;
  for (int rounds = 0; settings.partitions.size() < 4 && rounds < 10; ++rounds) {
    governor.Report(Table(settings), now);
    for (const auto& split : governor.Nominate(now)) testing::Split(settings, split.at);
    now += kNominationMicros;
  }
  EXPECT_EQ(settings.partitions.size(), 4);
  governor.Report(Table(settings), now);
  EXPECT_TRUE(governor.Nominate(now).empty());
  settings.warm = catalog::Throughput{.read = 12'000, .write = 6'000};
  ++settings.epoch;
  EXPECT_EQ(governor.Report(Table(settings), now)[0].access[kWrite].rate, 6000);
  EXPECT_EQ(governor.Nominate(now + kNominationMicros).size(), 2);
}

TEST(GovernorTest, MaximaAndQuotasOfOnDemand) {
  Governor governor(GovernorOptions{.table_quota = {500, 400}});
  auto settings = OnDemandTable(4);
  settings.on_demand.read = 100;
  const Table table(settings);
  const auto key = KeyOf("a");
  const auto reads = Exhaust(governor, table, Access::kRead, {.key = key, .units = 2}, kStart);
  ASSERT_EQ(reads.size(), 1);
  EXPECT_EQ(ReasonOf(reads[0]), "TableReadMaxOnDemandThroughputExceeded");
  const auto writes = Exhaust(governor, table, Access::kWrite, {.key = key, .units = 2}, kStart);
  ASSERT_EQ(writes.size(), 1);
  EXPECT_EQ(ReasonOf(writes[0]), "TableWriteAccountLimitExceeded");
  const auto report = governor.Report(table, kStart);
  EXPECT_EQ(report[0].access[kRead].rate, 100);
  EXPECT_EQ(report[0].access[kWrite].rate, 400);
  EXPECT_EQ(report[0].access[kRead].used.total, 200);
  EXPECT_EQ(report[0].access[kRead].throttles,
            (std::array<std::uint64_t, 4>{0, 0, 0, 1}));  // kMaxOnDemand
}

catalog::TableSettings WithIndex(std::int64_t index_write) {
  auto settings = ProvisionedTable(1000, 1000);
  settings.indexes.push_back(table::testing::LocalIndex("local", "l"));
  settings.indexes.push_back(table::testing::GlobalIndex("status", "s"));
  settings.indexes.back().provisioned.units = {10, index_write};
  settings.indexes.back().space = 102;
  return settings;
}

// An index that cannot keep up throttles the writes of its table.
TEST(GovernorTest, AnUnderProvisionedIndexThrottlesItsTable) {
  Governor governor;
  const Table table(WithIndex(5));
  const auto key = KeyOf("a");
  const auto entry = KeyOf("SHIPPED");
  const std::vector<Claim> claims = {{.index = &table->indexes[1], .key = entry, .units = 2},
                                     {.key = key, .units = 2}};
  int writes = 0;
  std::vector<Throttle> throttles;
  while ((throttles = governor.Admit(table, Access::kWrite, claims, kStart)).empty()) {
    governor.Charge(table, Access::kWrite, claims, kStart);
    ++writes;
  }
  EXPECT_EQ(writes, 5);
  ASSERT_EQ(throttles.size(), 1);
  EXPECT_EQ(ReasonOf(throttles[0]), "IndexWriteProvisionedThroughputExceeded");
  EXPECT_EQ(throttles[0].resource, "arn:t/index/status");
  EXPECT_EQ(throttles[0].key, entry);
  // A write that does not touch the index passes.
  EXPECT_TRUE(governor.Admit(table, Access::kWrite, {&claims[1], 1}, kStart).empty());
}

TEST(GovernorTest, ReportsEachBoundOnceAndTheTablesFirst) {
  Governor governor;
  auto settings = WithIndex(1);
  settings.provisioned.units.write = 1;
  const Table table(settings);
  const auto key = KeyOf("a");
  const auto other = KeyOf("b");
  const std::vector<Claim> claims = {{.index = &table->indexes[1], .key = key, .units = 4000},
                                     {.key = key, .units = 4000},
                                     {.key = other, .units = 4000},
                                     {.index = &table->indexes[0], .key = key, .units = 2}};
  EXPECT_TRUE(governor.Admit(table, Access::kWrite, claims, kStart).empty());
  governor.Charge(table, Access::kWrite, claims, kStart);
  std::vector<std::string> reasons;
  for (const auto& each : governor.Admit(table, Access::kWrite, claims, kStart)) {
    reasons.push_back(ReasonOf(each));
  }
  EXPECT_EQ(reasons, (std::vector<std::string>{"TableWriteProvisionedThroughputExceeded",
                                               "TableWriteKeyRangeThroughputExceeded",
                                               "IndexWriteProvisionedThroughputExceeded",
                                               "IndexWriteKeyRangeThroughputExceeded"}));
  const auto report = governor.Report(table, kStart);
  ASSERT_EQ(report.size(), 2);
  EXPECT_EQ(report[0].access[kWrite].used.total, 8002);  // the local index counts with the table
  EXPECT_EQ(report[1].index, "status");
  EXPECT_EQ(report[1].access[kWrite].used.total, 4000);
  EXPECT_EQ(report[0].partitions[0].access[kWrite].throttles, 3);
}

TEST(GovernorTest, ChangingTheRateKeepsTheLevel) {
  Governor governor;
  auto settings = ProvisionedTable(100, 100);
  settings.created = kStart - 1000 * kSecond;
  EXPECT_EQ(governor.Report(Table(settings), kStart)[0].access[kWrite].level, 60'000);
  settings.provisioned.units.write = 50;
  ++settings.epoch;
  const auto lowered = governor.Report(Table(settings), kStart)[0].access[kWrite];
  EXPECT_EQ(lowered.level, 30'000);
  EXPECT_EQ(lowered.rate, 50);
  auto stale = settings;
  --stale.epoch;
  stale.provisioned.units.write = 100;
  EXPECT_EQ(governor.Report(Table(stale), kStart)[0].access[kWrite].rate, 50);
}

TEST(GovernorTest, SwitchingTheModeStartsANewBucket) {
  Governor governor;
  auto settings = OnDemandTable(4);
  governor.Report(Table(settings), kStart);
  settings.billing = catalog::BillingMode::kProvisioned;
  settings.provisioned.units = {10, 10};
  ++settings.epoch;
  const auto later = kStart + 1000 * kSecond;
  EXPECT_EQ(governor.Report(Table(settings), later)[0].access[kWrite].level, 20);
}

TEST(GovernorTest, ANewIndexDoesNotInheritFromADroppedIndexOfTheSameName) {
  Governor governor;
  auto settings = WithIndex(5);
  const Table table(settings);
  const auto key = KeyOf("a");
  Exhaust(governor, table, Access::kWrite, {.index = &table->indexes[1], .key = key, .units = 2},
          kStart);
  ++settings.epoch;
  settings.indexes.back().space = 200;
  EXPECT_EQ(governor.Report(Table(settings), kStart)[1].access[kWrite].used.total, 0);
  settings.indexes.pop_back();
  ++settings.epoch;
  const Table without(settings);
  EXPECT_EQ(governor.Report(without, kStart).size(), 1);
  // A claim on a dropped index is ignored.
  const Claim claim{.index = &table->indexes[1], .key = key, .units = 100};
  governor.Charge(table, Access::kWrite, {&claim, 1}, kStart);
  EXPECT_TRUE(governor.Admit(table, Access::kWrite, {&claim, 1}, kStart).empty());
}

TEST(GovernorTest, ANewIndexOfAnOldTableStartsWithoutSavedUnits) {
  Governor governor;
  auto settings = WithIndex(5);
  const auto index = settings.indexes.back();
  settings.indexes.pop_back();
  const auto later = kStart + 86'400 * kSecond;
  governor.Report(Table(settings), later);
  settings.indexes.push_back(index);
  ++settings.epoch;
  const auto report = governor.Report(Table(settings), later);
  EXPECT_EQ(report[1].access[kWrite].level, Halves(5));
  // A governor that starts after the index was created assumes that it was idle, so it has saved
  // units.
  EXPECT_EQ(Governor().Report(Table(settings), later)[1].access[kWrite].level, Halves(5) * 300);
}

TEST(GovernorTest, ATableBeingDeletedGetsNoState) {
  Governor governor;
  auto settings = ProvisionedTable(1, 1);
  settings.deleted = kStart;
  const Table table(settings);
  EXPECT_TRUE(governor.Report(table, kStart).empty());
  settings.deleted.reset();
  ++settings.epoch;
  EXPECT_EQ(governor.Report(Table(settings), kStart).size(), 1);
}

TEST(GovernorTest, ForgottenTablesStartOverAndLateRequestsDoNotRecreateThem) {
  Governor governor;
  const Table table(ProvisionedTable(1, 1));
  const auto key = KeyOf("a");
  Exhaust(governor, table, Access::kWrite, {.key = key, .units = 2}, kStart);
  governor.Forget(table->number);
  EXPECT_EQ(governor.Report(table, kStart)[0].access[kWrite].used.total, 0);
  governor.Forget(table->number);
  table.Supersede();
  const Claim claim{.key = key, .units = 2};
  governor.Charge(table, Access::kWrite, {&claim, 1}, kStart);
  EXPECT_TRUE(governor.Admit(table, Access::kWrite, {&claim, 1}, kStart).empty());
  EXPECT_TRUE(governor.Report(table, kStart).empty());
}

TEST(GovernorTest, ChildrenOfASplitInheritTheirParentsUnits) {
  Governor governor;
  auto settings = ProvisionedTable(10'000, 10'000);
  const auto key = KeyOf("a");
  const Claim claim{.key = key, .units = 5000};
  governor.Charge(Table(settings), Access::kWrite, {&claim, 1}, kStart);
  testing::Split(settings, key);
  const auto report = governor.Report(Table(settings), kStart);
  ASSERT_EQ(report[0].partitions.size(), 2);
  EXPECT_EQ(report[0].partitions[0].access[kWrite].level, -3000);
  EXPECT_EQ(report[0].partitions[1].access[kWrite].level, -3000);
  EXPECT_EQ(report[0].partitions[1].number, 3);
  EXPECT_EQ(report[0].partitions[1].begin, key);
  EXPECT_EQ(report[0].partitions[1].access[kWrite].used.total, 0);
}

// Two keys share one partition. A split between them serves both.
TEST(GovernorTest, AHotPartitionIsSplitAtHalfOfItsHeat) {
  Governor governor;
  auto settings = ProvisionedTable(10'000, 10'000);
  std::vector<Bytes> keys = Keys(8);
  auto now = kStart;
  std::vector<HeatSplit> splits;
  for (int second = 0; second < 61 && splits.empty(); ++second, now += kSecond) {
    OfferSecond(governor, Table(settings), Access::kWrite, keys, 1800, now);
    splits = governor.Nominate(now + kSecond);
    ASSERT_TRUE(second >= 55 || splits.empty()) << second;
  }
  ASSERT_EQ(splits.size(), 1);
  EXPECT_EQ(splits[0].why, HeatSplit::Why::kHeat);
  EXPECT_EQ(splits[0].table, 7);
  EXPECT_EQ(splits[0].table_name, "t");
  EXPECT_EQ(splits[0].partition, 1);
  const auto below =
      std::ranges::count_if(keys, [&](const Bytes& key) { return key < splits[0].at; });
  EXPECT_EQ(below, 4);
  EXPECT_TRUE(governor.Report(Table(settings), now)[0].partitions[0].access[kWrite].hot);
  testing::Split(settings, splits[0].at);
  OfferSeconds(governor, Table(settings), keys, 1800, now, 5);  // lets the debts be paid
  EXPECT_EQ(OfferSeconds(governor, Table(settings), keys, 1800, now + 5'000'000, 60).throttled, 0);
}

TEST(GovernorTest, OneHotItemIsIsolatedAndThenNotSplitAgain) {
  Governor governor;
  auto settings = ProvisionedTable(10'000, 10'000);
  const auto item = KeyOf("mega", 3);
  auto now = kStart;
  for (int second = 0; second < 400; ++second, now += kSecond) {
    OfferSecond(governor, Table(settings), Access::kWrite, {item}, 1200, now);
    for (const auto& split : governor.Nominate(now + kSecond)) {
      testing::Split(settings, split.at);
    }
  }
  ASSERT_EQ(settings.partitions.size(), 3);
  EXPECT_EQ(settings.partitions[1].begin, item);
  EXPECT_EQ(settings.partitions[2].begin, item + '\0');
}

// Pages of an empty table or segment are charged at keys where no row can be.
TEST(GovernorTest, HeatWithoutAKeyCausesNoSplit) {
  for (const auto& place : {Bytes(), Bytes(3, 'a'), Bytes(8, 'a')}) {
    Governor governor;
    const Table table(ProvisionedTable(10'000, 10'000));
    for (int second = 0; second < 100; ++second) {
      OfferSecond(governor, table, Access::kRead, {place}, 3500, kStart + second * kSecond);
    }
    const auto now = kStart + 100 * kSecond;
    EXPECT_TRUE(governor.Report(table, now)[0].partitions[0].access[kRead].hot);
    EXPECT_TRUE(governor.Nominate(now).empty());
  }
}

// The load is the same everywhere. On-demand grows by its peaks, not by heat.
TEST(GovernorTest, EvenHeatDoesNotSplitAnOnDemandTable) {
  Governor governor;
  const Table table(OnDemandTable(4));
  const auto keys = KeyInEach(4);
  for (int second = 0; second < 180; ++second) {
    const auto now = kStart + second * kSecond;
    OfferSecond(governor, table, Access::kWrite, keys, 4400, now);
    EXPECT_TRUE(governor.Nominate(now + kSecond).empty()) << second;
  }
}

TEST(GovernorTest, UnevenHeatSplitsAnOnDemandTable) {
  Governor governor;
  const Table table(OnDemandTable(4));
  auto keys = Keys(400);
  const auto ranges = EvenPartitions(4);
  std::erase_if(keys, [&](const Bytes& key) { return catalog::PartitionOf(ranges, key) != 2; });
  std::vector<HeatSplit> splits;
  for (int second = 0; second < 90 && splits.empty(); ++second) {
    const auto now = kStart + second * kSecond;
    OfferSecond(governor, table, Access::kWrite, keys, 1500, now);
    splits = governor.Nominate(now + kSecond);
  }
  ASSERT_EQ(splits.size(), 1);
  EXPECT_EQ(splits[0].partition, 3);
}

TEST(GovernorTest, ReportsRates) {
  Governor governor;
  const Table table(OnDemandTable(4));
  const auto keys = KeyInEach(4);
  OfferSeconds(governor, table, keys, 400, kStart, 60);
  const auto report = governor.Report(table, kStart + 60 * kSecond);
  const auto& write = report[0].access[kWrite];
  EXPECT_TRUE(report[0].on_demand);
  EXPECT_EQ(write.used.last_second, 400 * kUnit);
  EXPECT_EQ(write.used.last_minute, 60 * 400 * kUnit);
  EXPECT_EQ(write.highest_minute, 60 * 400 * kUnit);
  EXPECT_EQ(write.peak_minute, 0);
  for (const auto& partition : report[0].partitions) {
    EXPECT_EQ(partition.access[kWrite].used.last_second, 100 * kUnit);
    EXPECT_EQ(partition.access[kWrite].used.last_minute, 60 * 100 * kUnit);
    EXPECT_FALSE(partition.access[kWrite].hot);
  }
}

TEST(GovernorTest, CountsOfConcurrentThreadsAreNotLost) {
  Governor governor;
  std::vector<std::unique_ptr<Table>> tables;
  for (catalog::TableNumber number : {1, 65, 2}) {  // tables 1 and 65 share a lock
    auto settings = ProvisionedTable(1'000'000, 1'000'000);
    settings.number = number;
    tables.push_back(std::make_unique<Table>(settings));
  }
  const auto key = KeyOf("a");
  std::vector<std::thread> threads;
  constexpr int kEach = 20'000;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        const auto& table = *tables[static_cast<std::size_t>(i + t) % tables.size()];
        const Claim claim{.key = key, .units = 1};
        governor.Admit(table, Access::kRead, {&claim, 1}, kStart + i * 100);
        governor.Charge(table, Access::kRead, {&claim, 1}, kStart + i * 100);
        if (i % 1000 == 0) governor.Nominate(kStart + i * 100);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  table::HalfUnits total = 0;
  for (const auto& table : tables) {
    total += governor.Report(*table, kStart + 10'000'000)[0].access[kRead].used.total;
  }
  EXPECT_EQ(total, 4 * kEach);
}

constexpr SecondRange kAllSeconds{0, std::int64_t{1} << 39};

std::int64_t SumOf(const std::vector<HeatSlot>& slots) {
  std::int64_t sum = 0;
  for (const auto& slot : slots) sum += slot.units;
  return sum;
}

// The history equals what was granted, and throttles are there with the bound that was met.
TEST(GovernorHeatTest, RecordsWhatEachPartitionServes) {
  HeatRoom room(1 << 20);
  Governor governor({.heat = &room});
  const Table table(OnDemandTable(4));
  const auto keys = KeyInEach(4);
  const auto calm = OfferSeconds(governor, table, {keys[0]}, 100, kStart, 10);
  const auto hot = OfferSeconds(governor, table, {keys[2]}, 2000, kStart, 10);
  const auto heat = governor.ReadHeat(table, "", kAllSeconds, kStart + 10 * kSecond);
  ASSERT_EQ(heat.size(), 4);
  EXPECT_EQ(SumOf(heat[0].slots[kWrite]), calm.granted * kUnit);
  EXPECT_EQ(SumOf(heat[2].slots[kWrite]), hot.granted * kUnit);
  EXPECT_TRUE(heat[0].slots[kRead].empty());
  EXPECT_TRUE(heat[1].slots[kWrite].empty());
  ASSERT_EQ(heat[2].slots[kWrite].size(), 10);
  std::int64_t throttles = 0;
  for (const auto& slot : heat[2].slots[kWrite]) throttles += slot.throttles;
  EXPECT_EQ(throttles, hot.throttled);
  EXPECT_EQ(heat[2].slots[kWrite].back().bounds, 1U << static_cast<unsigned>(Bound::kKeyRange));
  EXPECT_TRUE(governor.ReadHeat(table, "none", kAllSeconds, kStart).empty());
}

TEST(GovernorHeatTest, ThrottlesByTheWholeTableStandWithTheKeysPartition) {
  HeatRoom room(1 << 20);
  Governor governor({.heat = &room});
  auto settings = ProvisionedTable(1, 1);
  settings.partitions = EvenPartitions(2);
  const Table table(settings);
  const auto key = KeyInEach(2)[1];
  const auto throttles = Exhaust(governor, table, Access::kWrite, {.key = key, .units = 2}, kStart);
  ASSERT_EQ(throttles.size(), 1);
  const auto heat = governor.ReadHeat(table, "", kAllSeconds, kStart);
  ASSERT_EQ(heat.size(), 2);
  EXPECT_TRUE(heat[0].slots[kWrite].empty());
  ASSERT_EQ(heat[1].slots[kWrite].size(), 1);
  EXPECT_EQ(heat[1].slots[kWrite][0].throttles, 1);
  EXPECT_EQ(heat[1].slots[kWrite][0].bounds, 1U << static_cast<unsigned>(Bound::kProvisioned));
}

TEST(GovernorHeatTest, ASplitPartitionKeepsItsHistoryAndItsRange) {
  HeatRoom room(1 << 20);
  Governor governor({.heat = &room});
  auto settings = OnDemandTable(2);
  const auto keys = KeyInEach(2);
  const Table before(settings);
  const auto old = OfferSeconds(governor, before, keys, 100, kStart, 5);
  testing::Split(settings, keys[0]);
  const Table after(settings);
  const auto split = kStart + 5 * kSecond;
  OfferSeconds(governor, after, {keys[0]}, 100, split, 5);
  const auto heat = governor.ReadHeat(after, "", kAllSeconds, kStart + 10 * kSecond);
  ASSERT_EQ(heat.size(), 4);
  EXPECT_EQ(heat[0].number, 1);
  EXPECT_EQ(heat[0].ended, split);
  EXPECT_EQ(heat[0].range.end, before->partitions[1].begin);
  EXPECT_EQ(SumOf(heat[0].slots[kWrite]), old.granted * kUnit / 2);
  EXPECT_EQ(heat[1].number, 3);  // the lower child, without traffic
  EXPECT_TRUE(heat[1].slots[kWrite].empty());
  EXPECT_EQ(heat[1].range.end, keys[0]);
  EXPECT_EQ(heat[2].number, 4);
  EXPECT_EQ(SumOf(heat[2].slots[kWrite]), 500 * kUnit);
  EXPECT_EQ(heat[3].number, 2);
  EXPECT_FALSE(heat[3].ended);
  // A day later the split partition is forgotten, and its memory is free.
  governor.TrimHeat(split + 86'400 * kSecond + 60 * kSecond);
  EXPECT_EQ(room.bytes(), 0);
  EXPECT_EQ(governor.ReadHeat(after, "", kAllSeconds, kStart + 10 * kSecond).size(), 3);
}

TEST(GovernorHeatTest, ForgottenTablesGiveTheirMemoryBack) {
  HeatRoom room(1 << 20);
  Governor governor({.heat = &room});
  const Table table(OnDemandTable(4));
  OfferSeconds(governor, table, Keys(20), 100, kStart, 5);
  EXPECT_GT(room.bytes(), 0);
  governor.Forget(table->number);
  EXPECT_EQ(room.bytes(), 0);
}

// Two days of traffic on many partitions meet the bound: slots get longer and the sums stay.
TEST(GovernorHeatTest, AtTheBoundSlotsGetLongerAndMemoryDoesNotGrow) {
  constexpr std::size_t kBytes = 256 * 1024;
  HeatRoom room(kBytes);
  Governor governor({.heat = &room});
  const Table table(OnDemandTable(64));
  const auto keys = KeyInEach(64);
  auto now = kStart;
  for (int i = 0; i < 2000; ++i, now += kSecond) {
    for (const auto& key : keys) {
      const Claim claim{.key = key, .units = kUnit};
      governor.Charge(table, Access::kWrite, {&claim, 1}, now);
    }
    governor.TrimHeat(now);
    ASSERT_LE(room.bytes(), kBytes);
  }
  EXPECT_GT(room.fine_step(), 1);
  EXPECT_EQ(room.coarse_step(), 60 * room.fine_step());
  EXPECT_EQ(room.lost(), 0);
  for (const auto& each : governor.ReadHeat(table, "", kAllSeconds, now)) {
    EXPECT_EQ(SumOf(each.slots[kWrite]), 2000 * kUnit);
  }
  // A day without traffic frees the memory, and steps become fine again, one at a time.
  now += 86'400 * kSecond;
  for (int i = 0; i < 2 * limits::kHeatDoublingsMax; ++i, now += 3600 * kSecond) {
    governor.TrimHeat(now);
  }
  EXPECT_EQ(room.bytes(), 0);
  EXPECT_EQ(room.fine_step(), 1);
}

}  // namespace
}  // namespace stator::capacity
