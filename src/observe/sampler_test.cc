#include "observe/sampler.h"

#include <memory>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "storage/memory/memory_engine.h"
#include "table/commit_queue.h"
#include "table/index_work.h"
#include "table/testing.h"

namespace stator::observe {
namespace {

class SamplerTest : public testing::Test {
 protected:
  double Last(Metric metric, const Place& place) {
    const auto all = recorder_.Peek();
    for (const auto& [minute, values] : all) {
      const auto found = values.find(SeriesOf(metric, place));
      if (found != values.end()) return found->second.maximum;
    }
    return -1;
  }

  catalog::TablePtr Create(catalog::TableSettings settings) {
    return *queue_.Change([&](catalog::Catalog& all) { return all.PlanCreate(settings); });
  }

  ManualServiceClock clock_{1'000'000 * kMinute};
  std::shared_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<catalog::Catalog> catalog_ = std::move(*catalog::Catalog::Load(*engine_));
  table::CommitQueue queue_{*engine_, *catalog_, clock_};
  Recorder recorder_;
  Sampler sampler_{*catalog_, recorder_, clock_, {.table = 40'000, .account = 80'000}};
};

TEST_F(SamplerTest, ProvisionedUnitsEveryFiveMinutes) {
  auto settings = table::testing::KeyedTable("Orders");
  settings.provisioned.units = {.read = 400, .write = 20};
  settings.indexes.push_back({.name = "ByDate"});
  settings.indexes.back().hash_keys = {settings.partition_key};
  settings.indexes.back().provisioned.units = {.read = 100, .write = 7};
  Create(settings);
  ASSERT_TRUE(sampler_.Step().has_value());
  ASSERT_TRUE(sampler_.Step().has_value());
  EXPECT_EQ(Last(Metric::kProvisionedRead, {.table = "Orders"}), 400);
  EXPECT_EQ(Last(Metric::kProvisionedWrite, {.table = "Orders", .part = "ByDate"}), 7);
  EXPECT_EQ(Last(Metric::kAccountReadUtilization, {}), 0.625);
  EXPECT_EQ(Last(Metric::kTableReadUtilization, {}), 1.25);
  EXPECT_EQ(Last(Metric::kAccountMaxWrites, {}), 80'000);
  const auto first = recorder_.Take(2'000'000);
  EXPECT_EQ(first.begin()->second.begin()->second.count, 1);
  clock_.Advance(4 * kMinute);
  ASSERT_TRUE(sampler_.Step().has_value());
  EXPECT_TRUE(recorder_.Take(2'000'000).empty());
  clock_.Advance(kMinute);
  EXPECT_EQ(sampler_.Step()->wait, 5 * kMinute);
  EXPECT_EQ(Last(Metric::kProvisionedRead, {.table = "Orders"}), 400);
}

TEST_F(SamplerTest, OnDemandTablesReportTheirMaximaIfAny) {
  auto settings = table::testing::KeyedTable("Orders");
  settings.billing = catalog::BillingMode::kPayPerRequest;
  settings.on_demand.read = 50;
  Create(settings);
  ASSERT_TRUE(sampler_.Step().has_value());
  EXPECT_EQ(Last(Metric::kProvisionedRead, {.table = "Orders"}), -1);
  EXPECT_EQ(Last(Metric::kOnDemandMaxRead, {.table = "Orders"}), 50);
  EXPECT_EQ(Last(Metric::kOnDemandMaxWrite, {.table = "Orders"}), -1);
}

TEST_F(SamplerTest, SamplesANewIndexUntilItIsComplete) {
  auto settings = table::testing::KeyedTable("Orders");
  auto table = Create(settings);
  settings = table->settings();
  catalog::Index index{.name = "ByDate", .state = catalog::IndexState::kBackfilling};
  index.hash_keys = {settings.partition_key};
  settings.indexes.push_back(index);
  ASSERT_TRUE(
      queue_.Change([&](catalog::Catalog& all) { return all.PlanReplace(*table, settings); }));
  const Place place{.table = "Orders", .part = "ByDate"};
  ASSERT_TRUE(sampler_.Step().has_value());
  EXPECT_EQ(Last(Metric::kIndexProgress, place), 0);
  table::IndexWork work(*engine_, *catalog_, queue_, clock_, {});
  while (work.Step()->worked) {
  }
  ASSERT_TRUE(sampler_.Step().has_value());
  EXPECT_EQ(Last(Metric::kIndexProgress, place), 100);
}

}  // namespace
}  // namespace stator::observe
