#include "simulate/series.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "simulate/simulation.h"
#include "simulate/testing.h"

namespace stator::simulate {
namespace {

constexpr char kOneKey[] = R"(model scans
table Scans (PK, SK) provisioned 100/4000

entity Shipper 1M x 400B
  attr shipperId:id
  key  SHIPPER#{shipperId} / A

entity Scan 10M x 250B in Shipper(shipperId) 10..5000000
  attr scanId:id, at:time
  key  SCANS#{shipperId} / {at}#{scanId}

patterns
  W1 3000/s put Scan
)";

SimulationSeries SeriesOf(const std::string& text, std::int64_t seconds,
                          std::optional<CapacityChoice> capacity = std::nullopt) {
  const auto model = testing::ModelOf(text);
  return Simulate(model, Profile::Even(model),
                  {.seconds = seconds, .attempts = 1, .capacity = capacity},
                  *price::LoadPrices(price::kDefaultPrices))
      .series;
}

TEST(SeriesTest, HoldsUnitsASecondForEachMinute) {
  const auto series = SeriesOf(kOneKey, 600);
  EXPECT_EQ(series.step_seconds, 60);
  ASSERT_EQ(series.resources.size(), 1);
  EXPECT_EQ(series.resources[0].name, "Scans");
  const auto& writes = series.resources[0].access[capacity::Place(Access::kWrite)];
  ASSERT_EQ(writes.asked.size(), 10);
  ASSERT_EQ(writes.served.size(), 10);
  ASSERT_EQ(writes.throttled.size(), 10);
  ASSERT_EQ(writes.capacity.size(), 10);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(writes.asked[i], 3000, 5);
    EXPECT_NEAR(writes.served[i] + writes.throttled[i], 3000, 5);
    EXPECT_EQ(writes.capacity[i], 4000);
  }
  EXPECT_GT(writes.throttled[9], 300) << "one key takes at most 1,000 of its 1,500 units";
}

TEST(SeriesTest, PartitionsAddUpToTheirTable) {
  const auto series = SeriesOf(kOneKey, 600);
  const auto& resource = series.resources[0];
  const auto& served = resource.access[capacity::Place(Access::kWrite)].served;
  std::vector<double> sums(served.size());
  for (const auto& partition : resource.partitions) {
    for (std::size_t i = 0; i < partition.cells.size(); ++i) {
      const auto& cell = partition.cells[i][capacity::Place(Access::kWrite)];
      sums[static_cast<std::size_t>(partition.first_step) + i] += cell.units / 60;
      EXPECT_LE(cell.peak, 2.1 * limits::kPartitionWriteUnits);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(sums[i], served[i], 1);
}

TEST(SeriesTest, PartsOfASplitFollowTheirParent) {
  const auto model = testing::ModelOf(kOneKey);
  const auto result = Simulate(model, Profile::Even(model), {.seconds = 1200, .attempts = 1},
                               *price::LoadPrices(price::kDefaultPrices));
  ASSERT_FALSE(result.splits.empty());
  const auto& split = result.splits[0];
  ASSERT_EQ(split.into.size(), 2);
  const auto& partitions = result.series.resources[0].partitions;
  const auto find = [&](std::uint32_t number) {
    return std::ranges::find(partitions, number, &PartitionSeries::number);
  };
  const auto parent = find(split.partition);
  const auto low = find(split.into[0]);
  const auto high = find(split.into[1]);
  ASSERT_NE(parent, partitions.end());
  EXPECT_LT(parent, low);
  EXPECT_LT(low, high);
  EXPECT_FALSE(parent->parent);
  EXPECT_EQ(low->parent, parent->number);
  EXPECT_EQ(high->parent, parent->number);
  EXPECT_EQ(low->begin, parent->begin);
  EXPECT_EQ(low->end, high->begin);
  EXPECT_EQ(high->end, parent->end);
  EXPECT_EQ(low->first_step, split.second / 60);
  EXPECT_LT(parent->cells.size(), 20);
  EXPECT_EQ(low->where, parent->where);
  EXPECT_EQ(high->where, split.where);
}

TEST(SeriesTest, ThrottlesAreCountedWhereTheyHappen) {
  const auto series = SeriesOf(kOneKey, 600);
  double throttled = 0;
  std::size_t partitions_with = 0;
  for (const auto& partition : series.resources[0].partitions) {
    double sum = 0;
    for (const auto& cell : partition.cells) {
      sum += cell[capacity::Place(Access::kWrite)].throttled;
    }
    throttled += sum;
    partitions_with += sum > 0 ? 1 : 0;
  }
  EXPECT_GT(throttled, 100'000);
  EXPECT_GE(partitions_with, 1);
}

TEST(SeriesTest, OnDemandHasWhatItServesAsCapacity) {
  const auto series = SeriesOf(kOneKey, 120, CapacityChoice{});
  const auto& resource = series.resources[0];
  EXPECT_EQ(resource.access[capacity::Place(Access::kWrite)].capacity.front(), 4000);
  EXPECT_EQ(resource.access[capacity::Place(Access::kRead)].capacity.front(), 12'000);
}

TEST(SeriesTest, ALongSimulationHasLongerSteps) {
  const auto model = testing::ModelOf(kOneKey);
  const Tables tables(model, std::nullopt, std::nullopt, 0);
  constexpr std::int64_t kMonth = 744 * kHourSeconds;
  SeriesRecorder recorder(tables, kMonth);
  std::size_t steps = 0;
  for (std::int64_t second = 0; second < kMonth; ++second)
    steps += recorder.EndsStep(second) ? 1 : 0;
  EXPECT_EQ(steps, 1440);
  EXPECT_EQ(recorder.Take().step_seconds, 31 * 60);
}

TEST(SeriesTest, ManyPartitionsHaveLongerStepsThanTheirTable) {
  const auto model = testing::ModelOf(kOneKey);
  const CapacityChoice wide{.on_demand = false, .provisioned = {.read = 1, .write = 500'000}};
  const Tables tables(model, wide, std::nullopt, 0);
  constexpr std::int64_t kDay = 24 * kHourSeconds;
  SeriesRecorder recorder(tables, kDay);
  for (std::int64_t second = 0; second < kDay; ++second) {
    recorder.Begin(second);
    recorder.Served(0, Access::kWrite, "key", 1);
    recorder.End(second);
  }
  const auto series = recorder.Take();
  EXPECT_EQ(series.step_seconds, 60);
  EXPECT_EQ(series.partition_step_seconds, 240);
  std::size_t cells = 0;
  double units = 0;
  for (const auto& partition : series.resources[0].partitions) {
    cells += partition.cells.size();
    for (const auto& cell : partition.cells) units += cell[capacity::Place(Access::kWrite)].units;
  }
  EXPECT_EQ(series.resources[0].partitions.size(), 501) << "500 for the writes, one for the read";
  EXPECT_EQ(cells, 501 * 360);
  EXPECT_EQ(units, kDay) << "longer steps lose nothing";
}

TEST(SeriesTest, PartitionsBeyondTheBoundAreLeftOut) {
  const auto model = testing::ModelOf(kOneKey);
  auto wide = model;
  for (int i = 0; i < 5; ++i) {
    wide.tables.push_back(model.tables[0]);
    wide.tables.back().name += std::to_string(i);
  }
  const CapacityChoice all{.on_demand = false, .provisioned = {.read = 1, .write = 1'000'000}};
  const Tables tables(wide, all, std::nullopt, 0);
  SeriesRecorder recorder(tables, 60);
  recorder.Begin(0);
  recorder.Served(5, Access::kWrite, "key", 1);
  recorder.ThrottledAt(5, Access::kWrite, "key", 1);
  recorder.End(0);
  const auto series = recorder.Take();
  std::size_t partitions = 0;
  for (const auto& resource : series.resources) partitions += resource.partitions.size();
  EXPECT_EQ(partitions, limits::kSeriesPartitionsMax);
  EXPECT_EQ(series.partitions_left_out, 6 * 1001 - limits::kSeriesPartitionsMax);
}

TEST(SimulationWatchTest, ReportsMinutesAndStops) {
  const auto model = testing::ModelOf(kOneKey);
  std::vector<std::int64_t> minutes;
  const SimulationWatch watch{.progress = [&](std::int64_t second) { minutes.push_back(second); },
                              .stopped = [&] { return minutes.size() == 2; }};
  const auto stopped = Simulate(model, Profile::Even(model), {.seconds = 600},
                                *price::LoadPrices(price::kDefaultPrices), watch);
  EXPECT_FALSE(stopped);
  EXPECT_EQ(minutes, (std::vector<std::int64_t>{60, 120}));
}

}  // namespace
}  // namespace stator::simulate
