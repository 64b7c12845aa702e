#include "simulate/simulation.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "simulate/report.h"
#include "simulate/testing.h"

namespace stator::simulate {
namespace {

price::PriceTable Prices() { return *price::LoadPrices(price::kDefaultPrices); }

SimulationResult RunOf(const model::Model& model, const Profile& profile, std::int64_t seconds,
                       std::optional<CapacityChoice> capacity = std::nullopt) {
  return Simulate(model, profile, {.seconds = seconds, .attempts = 1, .capacity = capacity},
                  Prices());
}

SimulationResult RunEven(const std::string& text, std::int64_t seconds,
                         std::optional<CapacityChoice> capacity = std::nullopt) {
  const auto model = testing::ModelOf(text);
  return RunOf(model, Profile::Even(model), seconds, capacity);
}

// Events of shipments. One shipment has half of all events.
std::string Logistics(const std::string& key) {
  return R"(model shipments
table Shipments (PK, SK) on-demand

entity Shipment 1M x 400B
  attr shipmentId:id
  key  SHIPMENT#{shipmentId} / A

entity Event 10M x 250B in Shipment(shipmentId) 10..5000000
  attr eventId:id, at:time
  key  )" +
         key + R"( / {at}#{eventId}

patterns
  W1 3000/s put Event
)";
}

constexpr CapacityChoice kEnough{.on_demand = false, .provisioned = {.read = 100, .write = 4000}};

// 1,400 pages take 140 seconds. Each second uses 1,285 units.
TEST(SimulationTest, PagesOfAScanComeOneAfterAnother) {
  const auto result = RunEven(R"(model m
table app (PK, SK) on-demand
entity E 1M x 1468B
  attr id:id, kind
  key  E#{id} / E
patterns
  R1 500/s get  E[id]
  S1 1/h   scan E[kind] -> 10
)",
                              2 * 3600);
  EXPECT_TRUE(result.throttles.empty());
  EXPECT_NEAR(result.patterns[1].requests, 2, 0.01);
  EXPECT_NEAR(result.resources[0].reads.units, 2 * 3600 * 250 + 2 * 179'200, 2'000);
  EXPECT_LT(result.resources[0].reads.peak_asked_per_second, 250 + 1'300);
}

// A statement that scans makes the traffic of a scan, and one with a key that of a Query.
TEST(SimulationTest, StatementsAreTraffic) {
  const auto result = RunEven(R"x(model m
table app (PK, SK) on-demand
entity E 1M x 1468B
  attr id:id, kind
  key  E#{id} / E
patterns
  R1 500/s sql "SELECT * FROM app WHERE PK = ? AND SK = 'E'" E[E#{id}]
  S1 1/h   sql "SELECT * FROM app WHERE kind = ?" E[kind] -> 10
)x",
                              2 * 3600);
  EXPECT_TRUE(result.throttles.empty());
  EXPECT_NEAR(result.patterns[1].requests, 2, 0.01);
  EXPECT_NEAR(result.resources[0].reads.units, 2 * 3600 * 250 + 2 * 179'200, 2'000);
}

// Rates are divided among keys. With this seed, 0.49 of an attempt meets an empty bucket.
TEST(SimulationTest, LessThanHalfAnAttemptIsNotThrottled) {
  const auto model = testing::ModelOf(R"(model m
table app (PK, SK) on-demand
entity E 10M x 300B
  attr id:id
  key  E#{id} / E
patterns
  W1 1k/s  put E
  R1 500/s get E[id]
)");
  const auto profile = Profile::FromTable(model, "time,factor\n0,0.3\n1h,1\n90m,4\n2h,1\n");
  ASSERT_TRUE(profile);
  const auto result = Simulate(model, *profile, {.seconds = 3 * 3600}, Prices());
  EXPECT_GT(result.patterns[0].throttled, 0.4);
  EXPECT_LT(result.patterns[0].throttled, 0.5);
  EXPECT_TRUE(result.throttles.empty());
}

TEST(SimulationTest, OneHotKeyThrottlesFarBelowTheProvisionedCapacity) {
  const auto result = RunEven(Logistics("EVENTS#{shipmentId}"), 600, kEnough);
  ASSERT_EQ(result.patterns.size(), 1);
  const auto& pattern = result.patterns[0];
  EXPECT_NEAR(pattern.requests, 1'800'000, 1);
  // The key asks for 1,500 units a second and gets at most 1,000.
  EXPECT_GT(pattern.throttled, 600 * 400);
  EXPECT_LT(pattern.throttled, 600 * 900);
  ASSERT_EQ(result.throttles.size(), 1);
  EXPECT_EQ(result.throttles[0].resource, "Shipments");
  EXPECT_EQ(result.throttles[0].reason, "TableWriteKeyRangeThroughputExceeded");
  ASSERT_FALSE(result.busy_keys.empty());
  EXPECT_EQ(result.busy_keys[0].key, "EVENTS#{shipmentId} (1st)");
  EXPECT_NEAR(result.busy_keys[0].peak_units_per_second, 1500, 10);
  EXPECT_GT(result.busy_keys[0].throttled, 100'000);
  // Splits isolate the key but never divide it: its sort key only grows.
  EXPECT_FALSE(result.splits.empty());
  for (const auto& split : result.splits) {
    EXPECT_FALSE(split.where.starts_with("within EVENTS#{shipmentId} (1st)")) << split.where;
  }
}

TEST(SimulationTest, TenShardsCureAHotKey) {
  const auto result =
      RunEven(Logistics("EVENTS#{shipmentId}#{shard(eventId,10)}"), 600,
              CapacityChoice{.on_demand = false, .provisioned = {.read = 100, .write = 10'000}});
  EXPECT_EQ(result.Sum().throttled, 0);
  EXPECT_TRUE(result.throttles.empty());
}

constexpr char kShop[] = R"(model shop
table Shop (PK, SK) on-demand
index GSI1 (G1, S1) all

entity Order 1M x 500B
  attr orderId:id, custId:values(100k)
  key  ORDER#{orderId} / A
  GSI1 CUST#{custId} / {orderId}

patterns
  R1 10/s   get Order[orderId]
  W1 2000/s peak 9k/s put Order
)";

constexpr CapacityChoice kTooLittle{.on_demand = false,
                                    .provisioned = {.read = 100, .write = 1500}};

TEST(SimulationTest, AnUnderProvisionedTableAndItsIndexThrottle) {
  const auto result = RunEven(kShop, 600, kTooLittle);
  // 1,500 of 2,000 a second are served, and one more second's worth from the full bucket at the
  // start.
  EXPECT_NEAR(result.patterns[1].throttled, 600 * 500, 5'000);
  EXPECT_EQ(result.patterns[0].throttled, 0);
  std::vector<std::string> reasons;
  for (const auto& bound : result.throttles) reasons.push_back(bound.reason);
  EXPECT_TRUE(std::ranges::count(reasons, "TableWriteProvisionedThroughputExceeded") == 1);
  EXPECT_TRUE(std::ranges::count(reasons, "IndexWriteProvisionedThroughputExceeded") == 1);
  ASSERT_EQ(result.resources.size(), 2);
  EXPECT_EQ(result.resources[1].name, "Shop/GSI1");
  EXPECT_NEAR(result.resources[0].writes.units, 600 * 1500, 10'000);
  EXPECT_EQ(result.resources[0].writes.units, result.resources[1].writes.units);
  EXPECT_NEAR(result.resources[0].writes.peak_asked_per_second, 2000, 1);
}

TEST(SimulationTest, ThrottledRequestsAreRetriedUntilTheyFail) {
  const auto model = testing::ModelOf(kShop);
  const auto run = [&](int attempts) {
    return Simulate(model, Profile::Even(model),
                    {.seconds = 600, .attempts = attempts, .capacity = kTooLittle}, Prices());
  };
  const auto once = run(1);
  EXPECT_EQ(once.patterns[1].retries, 0);
  EXPECT_EQ(once.patterns[1].failed, once.patterns[1].throttled);
  EXPECT_EQ(once.waiting, 0);
  const auto four = run(4);
  const auto& writes = four.patterns[1];
  EXPECT_NEAR(writes.requests, once.patterns[1].requests, 1e-3);
  // 500 requests a second are too many, however often they are tried. Each is tried four times.
  EXPECT_NEAR(writes.failed, 600 * 500, 15'000);
  EXPECT_GT(writes.throttled, 3 * writes.failed);
  EXPECT_GT(writes.retries, 600 * 1000);
  // Each throttled attempt is followed by another, except the last.
  EXPECT_NEAR(writes.throttled, writes.retries + writes.failed + four.waiting, 1);
  EXPECT_GT(four.waiting, 0);
  EXPECT_GT(four.resources[0].writes.peak_asked_per_second, 3000);
  EXPECT_NEAR(four.resources[0].writes.units, once.resources[0].writes.units, 5'000);
}

TEST(SimulationTest, RetriesCarryAShortPeak) {
  const auto model = testing::ModelOf(kShop);
  const auto profile = Profile::FromTable(model, "time,factor\n0,0.75\n60,0.9\n63,0.1\n");
  ASSERT_TRUE(profile.has_value());
  const auto run = [&](int attempts) {
    return Simulate(model, *profile, {.seconds = 120, .attempts = attempts, .capacity = kTooLittle},
                    Prices())
        .Sum();
  };
  EXPECT_GT(run(1).failed, 0);
  EXPECT_GT(run(4).throttled, 0);
  EXPECT_EQ(run(4).failed, 0);
}

TEST(SimulationTest, OnDemandThrottlesAnUnexpectedSpike) {
  const auto model = testing::ModelOf(kShop);
  const auto result = RunOf(model, Profile::Spike(model, 7200), 7200);
  // 9,000 a second for half an hour. The table's partitions serve 4,000 of them, and the index's as
  // many, but a write needs units in one partition of each.
  EXPECT_GT(result.patterns[1].throttled, 1800 * 4990);
  EXPECT_LT(result.patterns[1].throttled, 1800 * 5500);
  ASSERT_FALSE(result.throttles.empty());
  EXPECT_EQ(result.throttles[0].reason, "TableWriteKeyRangeThroughputExceeded");
  EXPECT_EQ(result.throttles[0].first_second, 3600);
  // Half an hour later the table has twice as many partitions.
  EXPECT_EQ(result.resources[0].partitions_first, 4);
  EXPECT_EQ(result.resources[0].partitions_last, 8);
  for (const auto& split : result.splits) {
    EXPECT_EQ(split.why, capacity::HeatSplit::Why::kGrowth);
    EXPECT_GE(split.second, 5400);
  }
}

TEST(SimulationTest, UsedUnitsArePaidFor) {
  const auto prices = Prices();
  const auto on_demand = RunEven(kShop, 3600);
  const auto& table = on_demand.resources[0];
  EXPECT_EQ(on_demand.Sum().throttled, 0);
  EXPECT_NEAR(table.writes.units, 3600 * 2000, 2);
  EXPECT_NEAR(table.writes.dollars, table.writes.units / 1e6 * prices.standard.write_million, 1e-9);
  EXPECT_NEAR(table.reads.units, 3600 * 10 * 0.5, 1);
  EXPECT_GT(table.storage_dollars, 0);
  const auto provisioned = RunEven(kShop, 3600, kEnough);
  EXPECT_NEAR(provisioned.resources[0].writes.dollars, 4000 * prices.standard.write_unit_hour,
              1e-9);
  EXPECT_NEAR(provisioned.resources[1].reads.dollars, 100 * prices.standard.read_unit_hour, 1e-9);
}

TEST(SimulationTest, RareRunsAreCountedOneByOne) {
  auto text = std::string(kShop);
  text.replace(text.find("10/s  "), 6, "6/min ");
  const auto result = RunEven(text, 600);
  EXPECT_NEAR(result.patterns[0].requests, 60, 1);
  EXPECT_NEAR(result.resources[0].reads.units, 30, 1);
}

TEST(SimulationTest, TheSameSeedGivesTheSameRun) {
  const auto model = testing::ModelOf(Logistics("EVENTS#{shipmentId}"));
  const auto prices = Prices();
  const auto profile = Profile::Diurnal(model);
  const auto text = [&](std::uint64_t seed) {
    return SimulationJson(
        {.model = "m",
         .profile = "diurnal",
         .seconds = 900,
         .prices = prices,
         .result = Simulate(model, profile, {.seconds = 900, .seed = seed, .capacity = kEnough},
                            prices)});
  };
  EXPECT_EQ(text(1), text(1));
}

TEST(SimulationTest, ThePathOfAPriceFileMayBeAnyBytes) {
  const auto model = testing::ModelOf(kShop);
  auto prices = Prices();
  prices.name = "prices-\xFF.json";
  const auto text =
      SimulationJson({.model = "m",
                      .profile = "even",
                      .seconds = 1,
                      .prices = prices,
                      .result = Simulate(model, Profile::Even(model), {.seconds = 1}, prices)});
  EXPECT_TRUE(ValidUtf8(text));
  EXPECT_NE(text.find(R"("prices":"?")"), text.npos);
}

constexpr char kScaled[] = R"(model notes
table Notes (PK, SK) provisioned 10/100 auto 100..5000 @70%

entity Note 1M x 500B
  attr noteId:id
  key  NOTE#{noteId} / A

patterns
  W1 700/s peak 1000/s put Note
)";

TEST(SimulationTest, AutoScalingFollowsTheLoadOfADay) {
  const auto model = testing::ModelOf(kScaled);
  const auto result = RunOf(model, Profile::Diurnal(model), 86'400);
  EXPECT_EQ(result.throttles.size(), 1);  // before the first scaling
  EXPECT_LT(result.throttles[0].last_second, 600);
  EXPECT_GT(result.scalings_total, 4);
  std::int64_t highest = 0;
  for (const auto& each : result.scalings) {
    if (each.access == capacity::Access::kWrite) highest = std::max(highest, each.to);
  }
  EXPECT_GT(highest, 1300);  // 1,000 a second at 70 % need about 1,430
  EXPECT_LT(highest, 1600);
  EXPECT_LT(result.resources[0].writes.unit_seconds, 86'400.0 * static_cast<double>(highest));
}

TEST(SimulationTest, AutoScalingMissesASpike) {
  auto model = testing::ModelOf(kScaled);
  model.patterns[0].per_second = 60;
  model.patterns[0].peak_per_second = 900;
  const auto result = RunOf(model, Profile::Spike(model, 14'400), 14'400);
  const auto empty = std::ranges::find(result.throttles, "TableWriteProvisionedThroughputExceeded",
                                       &ThrottledBound::reason);
  ASSERT_NE(empty, result.throttles.end());
  EXPECT_NEAR(static_cast<double>(empty->first_second), 7237, 2);
  // Throttled requests use no units, so each scaling step is below a factor of 1.5.
  EXPECT_GT(empty->last_second, 7600);
  EXPECT_LT(empty->last_second, 8400);
  const auto during = std::ranges::find_if(
      result.scalings, [](const ScalingOutcome& each) { return each.second >= 7200; });
  ASSERT_NE(during, result.scalings.end());
  EXPECT_GE(during->second, 7320);  // after two minutes above its target
  EXPECT_GT(during->to, during->from);
}

TEST(SimulationTest, EvenHeatSplitsAProvisionedTable) {
  auto model = testing::ModelOf(kScaled);
  model.patterns[0].per_second = 950;
  const auto result =
      RunOf(model, Profile::Even(model), 300,
            CapacityChoice{.on_demand = false, .provisioned = {.read = 10, .write = 995}});
  EXPECT_EQ(result.resources[0].partitions_first, 1);
  EXPECT_EQ(result.Sum().throttled, 0);
  ASSERT_EQ(result.splits.size(), 1);  // after it, both halves are cool
  EXPECT_EQ(result.splits[0].why, capacity::HeatSplit::Why::kHeat);
  EXPECT_GE(result.splits[0].second, 60);
  EXPECT_LE(result.splits[0].second, 70);
  EXPECT_TRUE(result.splits[0].where.starts_with("between keys")) << result.splits[0].where;
  EXPECT_EQ(result.resources[0].partitions_last, 2);
}

TEST(SimulationTest, AScaledTableStartsWithinItsBounds) {
  const auto model = testing::ModelOf(kScaled);
  const auto run = [&](std::int64_t units, const std::optional<ScalingChoice>& scaling) {
    SimulationOptions options{
        .seconds = 1,
        .capacity = CapacityChoice{.on_demand = false, .provisioned = {units, units}},
        .scaling = scaling};
    return Simulate(model, Profile::Even(model), options, Prices()).resources[0];
  };
  const ScalingChoice bounds{.target_percent = 70, .min = 2500, .max = 4000};
  EXPECT_EQ(run(5, bounds).writes.provisioned, 2500);
  EXPECT_EQ(run(5, bounds).reads.provisioned, 2500);
  EXPECT_EQ(run(5, bounds).partitions_first, 4);  // for 2,500 writes and as many reads
  EXPECT_EQ(run(9000, bounds).writes.provisioned, 4000);
  EXPECT_EQ(run(3000, bounds).writes.provisioned, 3000);
  EXPECT_EQ(run(5, std::nullopt).writes.provisioned, 5);
}

TEST(SimulationTest, TheModelsScalingStartsWithinItsBounds) {
  auto model = testing::ModelOf(kScaled);
  model.tables[0].write_units = 9000;
  const auto result = RunOf(model, Profile::Even(model), 1);
  EXPECT_EQ(result.resources[0].reads.provisioned, 100);
  EXPECT_EQ(result.resources[0].writes.provisioned, 5000);
}

TEST(SimulationTest, OnDemandTablesAreNotScaledAndANoteSaysSo) {
  auto model = testing::ModelOf(kScaled);
  const auto profile = Profile::Even(model);
  SimulationOptions options{.seconds = 600,
                            .scaling = ScalingChoice{.target_percent = 70, .min = 10, .max = 4000}};
  EXPECT_TRUE(Simulate(model, profile, options, Prices()).notes.empty());
  model.tables[0].on_demand = true;
  const auto result = Simulate(model, profile, options, Prices());
  EXPECT_EQ(result.scalings_total, 0);
  EXPECT_EQ(result.notes, std::vector<std::string>{"Notes is on-demand and was not scaled."});
}

TEST(SimulationTest, TheNumberOfDecreasesADayIsLimited) {
  auto model = testing::ModelOf(kScaled);
  model.patterns[0].per_second = 3000;
  const auto profile = Profile::FromTable(model,
                                          "time,factor\n0,1\n60m,0.6\n80m,0.36\n100m,0.2\n120m,0."
                                          "12\n140m,0.07\n160m,0.04\n180m,0.02\n");
  ASSERT_TRUE(profile.has_value());
  const auto result = RunOf(model, *profile, 18'000);
  std::vector<std::int64_t> decreases;
  for (const auto& each : result.scalings) {
    if (each.to < each.from) decreases.push_back(each.second);
  }
  ASSERT_GT(decreases.size(), 4);
  for (std::size_t i = 4; i < decreases.size(); ++i) {
    EXPECT_GE(decreases[i] - decreases[i - 1], 3600);
  }
  ASSERT_EQ(result.held.size(), 1);
  EXPECT_EQ(result.held[0].resource, "Notes");
  EXPECT_EQ(result.held[0].access, capacity::Access::kWrite);
  EXPECT_GT(result.held[0].minutes, 0);
  EXPECT_GT(result.held[0].first_second, decreases[3]);
  EXPECT_GE(result.held[0].last_second, result.held[0].first_second);
  const auto prices = Prices();
  const auto text = SimulationText(
      {.model = "m", .profile = "file", .seconds = 18'000, .prices = prices, .result = result});
  EXPECT_NE(text.find("decreases held back"), text.npos);
}

TEST(SimulationTest, AChosenCapacityIsScaledOnlyIfScalingIsChosenToo) {
  const auto model = testing::ModelOf(kScaled);
  const auto profile = Profile::Diurnal(model);
  SimulationOptions options{.seconds = 7200, .capacity = kEnough};
  EXPECT_EQ(Simulate(model, profile, options, Prices()).scalings_total, 0);
  options.scaling = ScalingChoice{.target_percent = 50, .min = 10, .max = 4000};
  EXPECT_GT(Simulate(model, profile, options, Prices()).scalings_total, 0);
}

}  // namespace
}  // namespace stator::simulate
