#include "observe/insights.h"

#include <memory>

#include <gtest/gtest.h>

#include "observe/limits.h"
#include "storage/memory/memory_engine.h"
#include "table/keys.h"
#include "table/testing.h"

namespace stator::observe {
namespace {

using capacity::Access;
using table::testing::MakeItem;
using table::testing::N;
using table::testing::S;

constexpr Minute kNow = 28'000'020;

class InsightsTest : public testing::Test {
 protected:
  InsightsTest() {
    auto settings = table::testing::SortedTable("Orders");
    settings.id = "id-1";
    table_ = std::make_unique<catalog::Table>(settings);
    Open();
  }

  void Open() {
    insights_ = std::make_unique<Insights>(*engine_, queue_);
    ASSERT_TRUE(insights_->Load());
  }

  void Enable(InsightMode mode = InsightMode::kAccessedAndThrottled, bool enabled = true) {
    ASSERT_TRUE(insights_->Change({.target = {"Orders", ""},
                                   .table_id = "id-1",
                                   .enabled = enabled,
                                   .mode = mode,
                                   .changed = 5'000'000,
                                   .has_sort_key = true}));
  }

  Bytes Key(const std::string& pk, int sk) {
    return *table::RowKeyOfKey(*table_, MakeItem({{"pk", S(pk)}, {"sk", N(sk)}}).view());
  }

  void Use(const std::string& pk, int sk, table::HalfUnits units, Access access = Access::kRead,
           Minute at = kNow) {
    const auto key = Key(pk, sk);
    const capacity::Claim claim{.key = key, .units = units};
    insights_->Used({.table = *table_,
                     .operation = "GetItem",
                     .access = access,
                     .claims = {&claim, 1},
                     .now = at * kMinuteMicros});
  }

  std::vector<InsightSlice> Report(const std::string& code, Minute from = kNow,
                                   Minute end = kNow + 1) {
    const auto report =
        insights_->Report("DynamoDBContributorInsights-" + code + "-Orders-5000", from, end);
    EXPECT_TRUE(report) << code;
    return report.value_or(std::vector<InsightSlice>());
  }

  ManualServiceClock clock_{kNow * kMinuteMicros};
  std::shared_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<catalog::Catalog> catalog_ = std::move(*catalog::Catalog::Load(*engine_));
  table::CommitQueue queue_{*engine_, *catalog_, clock_};
  std::unique_ptr<catalog::Table> table_;
  std::unique_ptr<Insights> insights_;
};

TEST_F(InsightsTest, NamesTheKeysThatAreUsedMost) {
  Enable();
  Use("cold", 1, 2);
  for (int i = 0; i < 10; ++i) Use("CUST#hot", i, 2, Access::kWrite);
  const auto keys = Report("PKC");
  ASSERT_EQ(keys.size(), 1);
  EXPECT_EQ(keys[0].begin, kNow);
  EXPECT_EQ(keys[0].total, 31);  // a write unit counts thrice
  ASSERT_EQ(keys[0].contributors.size(), 2);
  EXPECT_EQ(keys[0].contributors[0].keys, std::vector<std::string>{"CUST#hot"});
  EXPECT_EQ(keys[0].contributors[0].sum, 30);
  const auto items = Report("SKC");
  ASSERT_EQ(items[0].contributors.size(), 11);
  EXPECT_EQ(items[0].contributors[10].keys, (std::vector<std::string>{"cold", "1"}));
}

TEST_F(InsightsTest, NamesTheKeysThatAreThrottled) {
  Enable(InsightMode::kThrottled);
  const auto key = Key("hot", 1);
  const std::vector<capacity::Throttle> throttles = {
      {.access = Access::kRead, .resource = "a:table/Orders", .key = key},
      {.access = Access::kWrite, .index = true, .resource = "a:table/Orders/index/I", .key = key}};
  insights_->Throttled({.table = *table_, .operation = "GetItem", .now = kNow * kMinuteMicros},
                       throttles);
  Use("hot", 1, 2);
  ASSERT_EQ(Report("PKT").size(), 1);
  EXPECT_EQ(Report("PKT")[0].total, 1);
  EXPECT_EQ(Report("SKT")[0].contributors[0].keys, (std::vector<std::string>{"hot", "1"}));
  EXPECT_EQ(insights_->Rules().size(), 2);
  EXPECT_FALSE(insights_->Report("DynamoDBContributorInsights-PKC-Orders-5000", 0, kNow));
}

TEST_F(InsightsTest, HoursAreKeptForADay) {
  Enable();
  for (Minute at = kNow; at < kNow + 48 * 60; at += 10) Use("k", 1, 2, Access::kRead, at);
  const auto all = Report("PKC", 0, 2 * kNow);
  EXPECT_EQ(all.size(), limits::kInsightHours + 1);
  EXPECT_EQ(all.front().total, 6);
  const auto last = Report("PKC", kNow + 48 * 60 - 30, 2 * kNow);
  EXPECT_EQ(last.size(), 3);
  EXPECT_EQ(last[0].total, 1);
}

TEST_F(InsightsTest, WhatIsLookedAtOutlivesARestart) {
  Enable(InsightMode::kThrottled);
  Open();
  const auto found = insights_->Find({"Orders", ""});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->enabled);
  EXPECT_EQ(found->mode, InsightMode::kThrottled);
  EXPECT_EQ(found->changed, 5'000'000);
  EXPECT_TRUE(found->has_sort_key);
  EXPECT_EQ(insights_->Rules().size(), 2);
  EXPECT_EQ(insights_->List({}, 10).size(), 1);
}

TEST_F(InsightsTest, NothingIsSeenWhereNobodyLooks) {
  Use("k", 1, 2);
  Enable();
  Enable(InsightMode::kAccessedAndThrottled, false);
  Use("k", 1, 2);
  EXPECT_TRUE(insights_->Rules().empty());
  Enable();
  EXPECT_TRUE(Report("PKC").empty());
  // Nor at another table that has the name now.
  auto other = table_->settings();
  other.id = "id-2";
  table_ = std::make_unique<catalog::Table>(other);
  Use("k", 1, 2);
  EXPECT_TRUE(Report("PKC").empty());
}

}  // namespace
}  // namespace stator::observe
