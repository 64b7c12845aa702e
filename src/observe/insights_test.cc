#include "observe/insights.h"

#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "observe/each_entry.h"
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
    table_ = Create("Orders", "id-1");
    Open();
  }

  catalog::TablePtr Create(const std::string& name, const std::string& id) {
    auto settings = table::testing::SortedTable(name);
    settings.id = id;
    return *queue_.Change([&](catalog::Catalog& all) { return all.PlanCreate(settings); });
  }

  void Open() {
    insights_ = std::make_unique<Insights>(*engine_, queue_, *catalog_, clock_);
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

  Result<> EnableTable(const std::string& name, bool enabled = true) {
    return insights_->Change({.target = {name, ""},
                              .table_id = name,
                              .enabled = enabled,
                              .changed = 5'000'000,
                              .has_sort_key = true});
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
                     .now = at * kMinute});
  }

  std::vector<InsightSlice> Report(const std::string& code, Minute from = kNow,
                                   Minute end = kNow + 1) {
    const auto report = insights_->Report("DynamoDBContributorInsights-" + code + "-Orders-5000",
                                          from, end, kNow + 1);
    EXPECT_TRUE(report) << code;
    return report.value_or(std::vector<InsightSlice>());
  }

  std::size_t Rows() {
    std::size_t rows = 0;
    EXPECT_TRUE(EachEntry(*engine_, kInsightSpace, {}, [&](const auto&) -> Result<> {
      ++rows;
      return {};
    }));
    return rows;
  }

  ManualServiceClock clock_{kNow * kMinute};
  std::shared_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<catalog::Catalog> catalog_ = std::move(*catalog::Catalog::Load(*engine_));
  table::CommitQueue queue_{*engine_, *catalog_, clock_};
  catalog::TablePtr table_;
  std::unique_ptr<Insights> insights_;
};

TEST_F(InsightsTest, ReportsTheKeysThatAreAccessedMost) {
  Enable();
  Use("cold", 1, 2);
  for (int i = 0; i < 10; ++i) Use("CUST#hot", i, 2, Access::kWrite);
  const auto keys = Report("PKC");
  ASSERT_EQ(keys.size(), 1);
  EXPECT_EQ(keys[0].begin, kNow);
  EXPECT_EQ(keys[0].total, 31);  // a write unit counts three times
  ASSERT_EQ(keys[0].contributors.size(), 2);
  EXPECT_EQ(keys[0].contributors[0].keys, std::vector<std::string>{"CUST#hot"});
  EXPECT_EQ(keys[0].contributors[0].sum, 30);
  const auto items = Report("SKC");
  ASSERT_EQ(items[0].contributors.size(), 11);
  EXPECT_EQ(items[0].contributors[10].keys, (std::vector<std::string>{"cold", "1"}));
}

TEST_F(InsightsTest, ReportsTheKeysThatAreThrottledMost) {
  Enable(InsightMode::kThrottled);
  const auto key = Key("hot", 1);
  const std::vector<capacity::Throttle> throttles = {
      {.access = Access::kRead, .resource = "a:table/Orders", .key = key},
      {.bound = capacity::Bound::kKeyRange,
       .access = Access::kRead,
       .resource = "a:table/Orders",
       .key = key},
      {.access = Access::kWrite, .index = true, .resource = "a:table/Orders/index/I", .key = key}};
  insights_->Throttled({.table = *table_, .operation = "GetItem", .now = kNow * kMinute},
                       throttles);
  Use("hot", 1, 2);
  ASSERT_EQ(Report("PKT").size(), 1);
  EXPECT_EQ(Report("PKT")[0].total, 1);
  EXPECT_EQ(Report("SKT")[0].contributors[0].keys, (std::vector<std::string>{"hot", "1"}));
  EXPECT_EQ(insights_->Rules().size(), 2);
  EXPECT_FALSE(insights_->Report("DynamoDBContributorInsights-PKC-Orders-5000", 0, kNow, kNow));
}

TEST_F(InsightsTest, SettingsSurviveARestart) {
  Enable(InsightMode::kThrottled);
  Open();
  const auto found = insights_->Find({"Orders", ""});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->enabled);
  EXPECT_EQ(found->mode, InsightMode::kThrottled);
  EXPECT_EQ(found->changed, 5'000'000);
  EXPECT_TRUE(found->has_sort_key);
  EXPECT_EQ(insights_->Rules().size(), 2);
  EXPECT_EQ(insights_->List("", {}, 10).size(), 1);
}

TEST_F(InsightsTest, CountsSurviveARestart) {
  Enable();
  for (int i = 0; i < 10; ++i) Use("hot", i, 2);
  clock_.Advance(kMinute);
  ASSERT_TRUE(insights_->Step());
  Use("warm", 1, 2, Access::kRead, kNow + 1);
  Open();  // like a crash
  ASSERT_EQ(Report("PKC", kNow, kNow + 2).size(), 1);
  EXPECT_EQ(Report("PKC")[0].total, 10);
  EXPECT_EQ(Report("PKC")[0].contributors[0].keys, std::vector<std::string>{"hot"});
  EXPECT_EQ(Report("SKC")[0].contributors.size(), 10);
  Use("warm", 1, 2, Access::kRead, kNow + 1);
  ASSERT_TRUE(insights_->Flush());
  Open();  // within a minute
  Use("warm", 1, 2, Access::kRead, kNow + 1);
  ASSERT_TRUE(insights_->Flush());
  Open();
  const auto report = Report("PKC", kNow, kNow + 2);
  ASSERT_EQ(report.size(), 2);
  EXPECT_EQ(report[1].total, 2);
  ASSERT_EQ(report[1].contributors.size(), 1);
  EXPECT_EQ(report[1].contributors[0].sum, 2);
}

TEST_F(InsightsTest, StoredCountsAreBounded) {
  Enable();
  std::size_t most = 0;
  constexpr int kHours = 30;
  for (int at = 0; at < kHours * 60; ++at) {
    const auto minute = MinuteOf(clock_.Now());
    Use("k", 1, 2, Access::kRead, minute);
    if (at % 20 == 0) {
      for (int i = 0; i < 20; ++i)
        Use(std::string(900, 'x') + std::to_string(i), 1, 2, Access::kRead, minute);
    }
    clock_.Advance(kMinute);
    ASSERT_TRUE(insights_->Step());
    most = std::max(most, Rows());
  }
  // Each of two rules has hours, the minutes of two hours, and those of an hour that has just
  // ended.
  EXPECT_LE(most, 1 + 2 * (limits::kInsightHours + 2 + 3 * 60));
  Open();
  const Minute now = kNow + kHours * 60;
  const auto report =
      insights_->Report("DynamoDBContributorInsights-PKC-Orders-5000", 0, now + 1, now);
  // There are hours up to the hour before last, then minutes.
  ASSERT_EQ(report->size(), limits::kInsightHours - 1 + 60);
  EXPECT_EQ(report->front().total, 60 + 3 * 20);
  EXPECT_EQ(report->back().total, 1);
}

TEST_F(InsightsTest, AChangedSettingClearsTheCounts) {
  Enable();
  Use("k", 1, 2);
  ASSERT_TRUE(insights_->Flush());
  EXPECT_EQ(Rows(), 3);
  Enable();
  EXPECT_EQ(Rows(), 1);
  Open();
  EXPECT_TRUE(Report("PKC").empty());
  Use("k", 1, 2);
  ASSERT_TRUE(insights_->Flush());
  ASSERT_TRUE(table::testing::Drop(queue_, table_));
  EXPECT_TRUE(insights_->Step()->worked);
  EXPECT_EQ(Rows(), 0);
}

TEST_F(InsightsTest, ADamagedSliceIsLostAlone) {
  Enable();
  Use("k", 1, 2);
  ASSERT_TRUE(insights_->Flush());
  ASSERT_TRUE(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations.push_back(
        {{kInsightSpace, SliceKey({.target = {"Orders", ""}, .begin = kNow})}, Bytes("\xFF")});
    return change;
  }));
  Open();
  EXPECT_TRUE(Report("PKC").empty());
  EXPECT_EQ(Report("SKC").size(), 1);
}

TEST_F(InsightsTest, DisabledTargetsCountNothing) {
  Use("k", 1, 2);
  Enable();
  Enable(InsightMode::kAccessedAndThrottled, false);
  Use("k", 1, 2);
  EXPECT_TRUE(insights_->Rules().empty());
  Enable();
  EXPECT_TRUE(Report("PKC").empty());
  // A new table with the same name counts nothing either.
  ASSERT_TRUE(table::testing::Drop(queue_, table_));
  table_ = Create("Orders", "id-2");
  Use("k", 1, 2);
  EXPECT_TRUE(insights_->Rules().empty());
}

TEST_F(InsightsTest, LongKeysAreTruncatedBetweenCharacters) {
  Enable();
  std::string key = "kk";
  while (key.size() <= limits::kInsightKeyBytesMax) key += "\u20AC";
  Use(key, 1, 2);
  const auto keys = Report("PKC");
  ASSERT_EQ(keys.size(), 1);
  const auto& shown = keys[0].contributors[0].keys[0];
  EXPECT_TRUE(ValidUtf8(shown));
  EXPECT_EQ(shown, key.substr(0, CutUtf8(key, limits::kInsightKeyBytesMax).size()));
}

// Threads count while another thread changes settings of other tables.
TEST_F(InsightsTest, LosesNoCountsOfConcurrentThreads) {
  constexpr int kThreads = 4;
  constexpr int kRequests = 2000;
  Enable();
  Create("Other", "Other");
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([this] {
        for (int n = 0; n < kRequests; ++n) Use("hot", 1, 2);
      });
    }
    for (int n = 0; n < 100; ++n) ASSERT_TRUE(EnableTable("Other", n % 2 == 0));
  }
  ASSERT_EQ(Report("PKC").size(), 1);
  EXPECT_EQ(Report("PKC")[0].total, kThreads * kRequests);
  EXPECT_EQ(Report("SKC")[0].total, kThreads * kRequests);
}

TEST_F(InsightsTest, DeletedTablesTakeNoRoom) {
  for (std::size_t i = 0; i < 2 * limits::kInsightsMax; ++i) {
    const auto name = "T" + std::to_string(i);
    const auto table = Create(name, name);
    ASSERT_TRUE(EnableTable(name)) << i;
    if (i % 2 == 0) {
      ASSERT_TRUE(EnableTable(name, false));
    }
    ASSERT_TRUE(table::testing::Drop(queue_, table));
    EXPECT_TRUE(insights_->Rules().empty());
  }
  EXPECT_TRUE(insights_->List("", {}, 1000).empty());
  EXPECT_TRUE(insights_->Find({"T1", ""}));
  EXPECT_TRUE(insights_->Step()->worked);
  EXPECT_FALSE(insights_->Find({"T1", ""}));
  EXPECT_FALSE(insights_->Step()->worked);
  Open();
  EXPECT_FALSE(insights_->Find({"T1", ""}));
}

TEST_F(InsightsTest, OnlyEnabledTargetsTakeRoom) {
  for (std::size_t i = 0; i <= limits::kInsightsMax; ++i) {
    const auto name = "T" + std::to_string(i);
    Create(name, name);
    ASSERT_TRUE(EnableTable(name, false)) << i;
  }
  for (std::size_t i = 0; i < limits::kInsightsMax; ++i) {
    ASSERT_TRUE(EnableTable("T" + std::to_string(i))) << i;
  }
  const auto last = "T" + std::to_string(limits::kInsightsMax);
  EXPECT_FALSE(EnableTable(last));
  ASSERT_TRUE(EnableTable("T0"));  // enabling twice changes nothing
  ASSERT_TRUE(EnableTable("T0", false));
  EXPECT_TRUE(EnableTable(last));
  EXPECT_EQ(insights_->List("", {}, 1000).size(), limits::kInsightsMax + 1);
  EXPECT_EQ(insights_->List("T7", {}, 1000).size(), 1);
}

TEST_F(InsightsTest, ADeletionWithoutAnObserverIsFoundAfterARestart) {
  Enable();
  ASSERT_TRUE(table::testing::Drop(queue_, table_));
  Open();
  EXPECT_TRUE(insights_->Rules().empty());
  EXPECT_TRUE(insights_->Step()->worked);
  Open();
  EXPECT_FALSE(insights_->Find({"Orders", ""}));
}

}  // namespace
}  // namespace stator::observe
