#include "capacity/account.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/durations.h"
#include "capacity/account_work.h"
#include "support/format_vectors.h"
#include "table/table_under_test.h"

namespace stator::capacity {
namespace {

catalog::TableSettings OnDemand(std::string name) {
  auto settings = table::testing::KeyedTable(std::move(name));
  settings.billing = catalog::BillingMode::kPayPerRequest;
  return settings;
}

// Counts one request that uses units of a table, and of an index if one is given.
void PutItem(Account& account, const catalog::Table& table, std::string_view key,
             TimeMicros now = 0, const catalog::Index* index = nullptr) {
  std::vector<Claim> claims = {{.key = key, .units = 2}};
  if (index != nullptr) claims.push_back({.index = index, .key = "x", .units = 4});
  account.Used({.table = table,
                .operation = "PutItem",
                .access = Access::kWrite,
                .claims = claims,
                .access_form = {.partition = key},
                .now = now});
}

void GetItem(Account& account, const catalog::Table& table, std::string_view key, TimeMicros now) {
  const Claim claim{.key = key, .units = 1};
  account.Used({.table = table,
                .operation = "GetItem",
                .access = Access::kRead,
                .claims = {&claim, 1},
                .access_form = {.partition = key},
                .now = now});
}

TEST(Account, CountsByResourceAndPattern) {
  Account account(0);
  auto settings = OnDemand("t");
  settings.indexes = {table::testing::GlobalIndex("GSI1", "g")};
  const catalog::Table table(settings);
  PutItem(account, table, "ORDER#1", 0, &table->indexes[0]);
  PutItem(account, table, "ORDER#2");
  GetItem(account, table, "CUST#1", 0);
  const auto use = account.Read(kMinute);
  ASSERT_EQ(use.tables.size(), 1U);
  const auto& t = use.tables[0];
  ASSERT_EQ(t.resources.size(), 2U);
  EXPECT_EQ(t.resources[1].index, "GSI1");
  EXPECT_EQ(t.resources[0].charged[0].on_demand, (std::array<table::HalfUnits, 2>{1, 4}));
  EXPECT_EQ(t.resources[1].charged[0].on_demand, (std::array<table::HalfUnits, 2>{0, 4}));
  ASSERT_EQ(t.patterns.size(), 2U);
  EXPECT_EQ(t.patterns[1].pattern.Text(), "PutItem ORDER#*");
  EXPECT_EQ(t.patterns[1].counts.requests, 2U);
  ASSERT_EQ(t.patterns[1].counts.cells.size(), 2U);
  EXPECT_EQ(t.patterns[1].counts.cells[1].units[1], 4);
}

TEST(Account, ProvisionedTablesUseUnitsAndAreNotChargedForThem) {
  Account account(0);
  const catalog::Table table(table::testing::KeyedTable("t"));
  PutItem(account, table, "a");
  const auto use = account.Read(0).tables[0];
  EXPECT_EQ(use.resources[0].charged[0].on_demand[1], 0);
  EXPECT_EQ(use.resources[0].rates[1].slots().front().units, 2);
}

TEST(Account, UnitsOfEachClassAreChargedApart) {
  Account account(0);
  auto settings = OnDemand("t");
  settings.table_class = catalog::TableClass::kInfrequentAccess;
  const catalog::Table table(settings);
  PutItem(account, table, "a");
  const auto use = account.Read(0).tables[0];
  EXPECT_EQ(use.resources[0].charged[0].on_demand[1], 0);
  EXPECT_EQ(use.resources[0].charged[1].on_demand[1], 2);
}

TEST(Account, ThrottledRequestsAreCountedByPattern) {
  Account account(0);
  const catalog::Table table(OnDemand("t"));
  const Throttle throttle{};
  account.Throttled({.table = table,
                     .operation = "GetItem",
                     .claims = {},
                     .access_form = {.partition = "CUST#1"}},
                    {&throttle, 1});
  const auto use = account.Read(0).tables[0];
  EXPECT_EQ(use.patterns[0].counts.throttled, 1U);
  EXPECT_EQ(use.patterns[0].counts.requests, 0U);
}

TEST(Account, SlotsGrowLongerAsTimePasses) {
  Account account(0);
  const catalog::Table table(OnDemand("t"));
  for (int minute = 0; minute < 4000; ++minute) PutItem(account, table, "a", minute * kMinute);
  const auto use = account.Read(4000 * kMinute);
  EXPECT_EQ(use.slot_minutes, 4U);
  const auto& slots = use.tables[0].resources[0].rates[1].slots();
  EXPECT_EQ(slots.size(), 1000U);
  EXPECT_EQ(slots[999], (RateSeries::Slot{999, 8, 2}));
}

TEST(Account, SlotsGrowLongerEvenWithoutRequests) {
  Account account(0);
  PutItem(account, catalog::Table(OnDemand("t")), "a", 3 * kMinute);
  const auto use = account.Read(100'000 * kMinute);
  EXPECT_EQ(use.slot_minutes, 128U);
  EXPECT_EQ(use.tables[0].resources[0].rates[1].slots().front(), (RateSeries::Slot{0, 2, 2}));
}

TEST(Account, PatternsBeyondTheBoundAreCountedTogether) {
  Account account(0);
  const catalog::Table table(OnDemand("t"));
  std::vector<std::string> keys;
  for (char a = 'A'; a <= 'P'; ++a) {
    for (char b = 'A'; b <= 'P'; ++b) {
      for (char c = 'A'; c <= 'B'; ++c) keys.push_back(fmt::format("X{}#X{}#X{}", a, b, c));
    }
  }
  for (const auto& key : keys) PutItem(account, table, key);
  const auto use = account.Read(0).tables[0];
  EXPECT_EQ(use.patterns.size(), kTablePatternsMax);
  EXPECT_EQ(use.other.requests, keys.size() - kTablePatternsMax);
  EXPECT_EQ(use.other.cells[0].units[1], 2 * static_cast<int>(keys.size() - kTablePatternsMax));
}

// The bound holds for all tables together, also after Reset.
TEST(Account, PatternsOfAllTablesAreBounded) {
  constexpr std::size_t kTables = kAccountPatternsMax / kTablePatternsMax;
  Account account(0);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i <= kTables; ++i) {
      const catalog::Table table(OnDemand(fmt::format("table{:03}", i)));
      for (char a = 'A'; a <= 'P'; ++a) {
        for (char b = 'A'; b <= 'P'; ++b) PutItem(account, table, fmt::format("X{}#X{}", a, b));
      }
    }
    const auto use = account.Read(0);
    ASSERT_EQ(use.tables.size(), kTables + 1);
    EXPECT_EQ(use.tables[kTables - 1].patterns.size(), kTablePatternsMax);
    EXPECT_EQ(use.tables[kTables].patterns.size(), 0U);
    EXPECT_EQ(use.tables[kTables].other.requests, kTablePatternsMax);
    account.Reset(0);
  }
}

TEST(Account, TablesBeyondTheBoundAreCountedTogether) {
  Account account(0);
  for (std::size_t i = 0; i < kAccountTablesMax + 3; ++i) {
    PutItem(account, catalog::Table(OnDemand(fmt::format("table{:05}", i))), "a");
  }
  const auto use = account.Read(0);
  ASSERT_EQ(use.tables.size(), kAccountTablesMax + 1);
  EXPECT_EQ(use.tables[0].name, kOtherTables);
  EXPECT_EQ(use.tables[0].patterns[0].counts.requests, 3U);
}

TEST(Account, IndexesBeyondTheBoundAreCountedTogether) {
  Account account(0);
  auto settings = OnDemand("t");
  for (std::size_t i = 0; i < kResourcesMax + 5; ++i) {
    settings.indexes.push_back(table::testing::GlobalIndex(fmt::format("i{}", i), "g"));
  }
  const catalog::Table table(settings);
  for (const auto& index : table->indexes) PutItem(account, table, "a", 0, &index);
  const auto use = account.Read(0).tables[0];
  ASSERT_EQ(use.resources.size(), kResourcesMax);
  EXPECT_EQ(use.resources.back().index, kOtherIndexes);
}

TEST(Account, RaisedWarmThroughputIsSummedUpToABound) {
  Account account(0);
  account.RaisedWarm("t", {});
  EXPECT_TRUE(account.Read(0).tables.empty());
  account.RaisedWarm("t", {{"", {1, 2}}});
  account.RaisedWarm("t", {{"", {10, kWarmUnitsMax}}});
  const auto use = account.Read(0);
  ASSERT_EQ(use.tables.size(), 1U);
  EXPECT_EQ(use.tables[0].resources[0].warm, (std::array<std::int64_t, 2>{11, kWarmUnitsMax}));
}

TEST(Account, CountsReadsThatACacheWouldHaveAnswered) {
  Account account(0);
  const catalog::Table table(OnDemand("t"));
  for (int i = 0; i < 10; ++i) GetItem(account, table, "hot", i);
  GetItem(account, table, "cold", 0);
  EXPECT_EQ(account.Read(0).tables[0].repeated_reads, 9);
}

table::HalfUnits UnitsOf(const RateSeries& series) {
  table::HalfUnits units = 0;
  for (const auto& slot : series.slots()) units += slot.units;
  return units;
}

// Each thread counts for its own table and for a common one, while slots become longer and another
// thread reads all tables.
TEST(Account, CountsOfConcurrentThreadsAreNotLost) {
  constexpr int kThreads = 4;
  constexpr int kRequests = 4000;
  Account account(0);
  const catalog::Table common(OnDemand("common"));
  std::atomic<int> counting = kThreads;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const catalog::Table own(OnDemand(fmt::format("own{}", i)));
      for (int n = 0; n < kRequests; ++n) {
        PutItem(account, own, "ORDER#1", n * kMinute);
        GetItem(account, common, "CUST#1", n * kMinute / kRequests);
        account.ReadStream("common");
      }
      --counting;
    });
  }
  std::size_t rows = 0;
  while (counting > 0) {
    const auto use = account.Read(kRequests * kMinute);
    EXPECT_TRUE(std::ranges::is_sorted(use.tables, {}, &TableUse::name));
    rows += account.TakeChanges(2).rows.size();
  }
  threads.clear();
  EXPECT_GT(rows, 0U);
  const auto use = account.Read(kRequests * kMinute);
  EXPECT_EQ(use.slot_minutes, 4U);
  ASSERT_EQ(use.tables.size(), kThreads + 1U);
  const auto& shared = use.tables.front();
  EXPECT_EQ(shared.stream_reads, kThreads * kRequests);
  EXPECT_EQ(shared.patterns[0].counts.requests, kThreads * kRequests);
  EXPECT_EQ(UnitsOf(shared.resources[0].rates[0]), kThreads * kRequests);
  EXPECT_GE(shared.repeated_reads, kThreads * (kRequests - 1));  // the first reads may collide
  for (int i = 1; i <= kThreads; ++i) {
    const auto& own = use.tables[static_cast<std::size_t>(i)];
    EXPECT_EQ(own.patterns[0].counts.requests, kRequests);
    EXPECT_EQ(UnitsOf(own.resources[0].rates[1]), 2 * kRequests);
    EXPECT_LT(own.resources[0].rates[1].slots().back().place, kSlotsMax);
  }
}

TEST(Account, ResetWhileThreadsCount) {
  Account account(0);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const catalog::Table table(OnDemand(fmt::format("t{}", i)));
      for (int n = 0; n < 3000; ++n) PutItem(account, table, "ORDER#1", n * kMinute);
    });
  }
  for (int n = 0; n < 100; ++n) {
    account.Reset(n);
    EXPECT_EQ(account.Read(n).since, n);
  }
  threads.clear();
  account.Reset(7);
  const auto use = account.Read(7);
  EXPECT_TRUE(use.tables.empty());
  EXPECT_EQ(use.slot_minutes, 1U);
}

class AccountWorkTest : public table::testing::TableUnderTest {
 protected:
  void SetUp() override { OpenStore(); }

  // Starts over with a new Account, as a restart does.
  void Reopen() {
    account_ = std::make_unique<Account>(clock_.Now());
    work_ = std::make_unique<AccountWork>(engine_, *catalog_, *queue_, clock_, *account_);
    ASSERT_TRUE(work_->Load().has_value());
  }
  AccountUse Now() {
    account_->Look(*catalog_, clock_.Now());
    return account_->Read(clock_.Now());
  }
  // An item of 1,000 bytes, to which AWS adds 100.
  void Fill() { TableUnderTest::Put("a", {{"v", table::testing::S(std::string(996, 'x'))}}); }

  std::unique_ptr<Account> account_;
  std::unique_ptr<AccountWork> work_;
};

TEST_F(AccountWorkTest, BytesAndCapacityAreChargedByTheTimeTheyAreHeld) {
  auto settings = table::testing::KeyedTable("t");
  settings.provisioned.units = {.read = 5, .write = 7};
  Create(settings);
  Reopen();
  Now();
  Fill();
  const auto since = clock_.Now();
  Now();
  clock_.Advance(kHour);
  const auto use = Now().tables[0];
  const auto& charged = use.resources[0].charged[0];
  EXPECT_EQ(charged.stored.At(since + kHour), 1100.0 * 3600);
  EXPECT_EQ(charged.provisioned[0].At(since + kHour), 5.0 * 3600);
  EXPECT_EQ(charged.provisioned[1].At(since + kHour), 7.0 * 3600);
  EXPECT_FALSE(use.on_demand);
}

// A late caller of Look may pass an older time than a caller that has already finished.
TEST_F(AccountWorkTest, ALateLookDoesNotCountTimeTwice) {
  auto settings = table::testing::KeyedTable("t");
  settings.provisioned.units = {.read = 5, .write = 5};
  Create(settings);
  Reopen();
  const auto since = clock_.Now();
  account_->Look(*catalog_, since);
  account_->Look(*catalog_, since + kHour);
  Fill();
  account_->Look(*catalog_, since + kMinute);
  account_->Look(*catalog_, since + 2 * kHour);
  const auto use = account_->Read(since + 2 * kHour).tables[0];
  EXPECT_EQ(use.resources[0].charged[0].stored.At(since + 2 * kHour), 1100.0 * 3600);
}

TEST_F(AccountWorkTest, SurvivesARestart) {
  auto settings = OnDemand("t");
  settings.indexes = {table::testing::GlobalIndex("GSI1", "g")};
  Create(settings);
  Reopen();
  const auto table = catalog_->Find("t");
  const auto begun = clock_.Now();
  for (const auto* key : {"ORDER#1", "ORDER#2"}) {
    PutItem(*account_, *table, key, begun, &(*table)->indexes[0]);
  }
  GetItem(*account_, *table, "ORDER#1", begun);
  account_->ReadStream("t");
  account_->RaisedWarm("t", {{"", {28'000, 36'000}}, {"GSI1", {1, 300}}});
  Fill();
  ASSERT_TRUE(work_->Step().has_value());
  clock_.Advance(kHour);
  const auto before = Now();
  Reopen();
  const auto after = Now();
  EXPECT_EQ(after.since, begun);
  ASSERT_EQ(after.tables.size(), 1U);
  const auto& old_table = before.tables[0];
  const auto& new_table = after.tables[0];
  EXPECT_EQ(new_table.stream_reads, 1U);
  EXPECT_EQ(new_table.repeated_reads, 1);
  EXPECT_EQ(new_table.resources[0].warm, (std::array<std::int64_t, 2>{28'000, 36'000}));
  EXPECT_EQ(new_table.resources[1].warm, (std::array<std::int64_t, 2>{1, 300}));
  ASSERT_EQ(new_table.resources.size(), old_table.resources.size());
  for (std::size_t i = 0; i < new_table.resources.size(); ++i) {
    EXPECT_EQ(new_table.resources[i].index, old_table.resources[i].index);
    EXPECT_EQ(new_table.resources[i].charged, old_table.resources[i].charged);
    EXPECT_EQ(new_table.resources[i].rates[1].slots(), old_table.resources[i].rates[1].slots());
  }
  ASSERT_EQ(new_table.patterns.size(), old_table.patterns.size());
  for (std::size_t i = 0; i < new_table.patterns.size(); ++i) {
    EXPECT_EQ(new_table.patterns[i].pattern, old_table.patterns[i].pattern);
    EXPECT_EQ(new_table.patterns[i].counts, old_table.patterns[i].counts);
  }
}

// The sums over all tables.
struct Sums {
  std::uint64_t requests = 0;
  table::HalfUnits charged = 0;
  table::HalfUnits in_series = 0;
  table::HalfUnits in_cells = 0;
  double stored = 0;
  std::uint64_t stream_reads = 0;
  bool operator==(const Sums&) const = default;
};

void Add(const PatternCounts& counts, Sums& sums) {
  sums.requests += counts.requests;
  for (const auto& cell : counts.cells) sums.in_cells += cell.units[1];
}

Sums SumsOf(const AccountUse& use) {
  Sums sums;
  for (const auto& table : use.tables) {
    for (const auto& resource : table.resources) {
      sums.charged += resource.charged[0].on_demand[1];
      sums.in_series += UnitsOf(resource.rates[1]);
      sums.stored += resource.charged[0].stored.At(use.until);
    }
    for (const auto& pattern : table.patterns) Add(pattern.counts, sums);
    Add(table.other, sums);
    sums.stream_reads += table.stream_reads;
  }
  return sums;
}

const TableUse* Find(const AccountUse& use, std::string_view name) {
  const auto found = std::ranges::find(use.tables, name, &TableUse::name);
  return found == use.tables.end() ? nullptr : &*found;
}

TEST_F(AccountWorkTest, DroppedTablesMakeRoomForNewTables) {
  Reopen();
  auto settings = OnDemand("zz-first-to-go");
  settings.indexes = {table::testing::GlobalIndex("GSI1", "g")};
  const catalog::Table first(settings);
  for (const auto* key : {"ORDER#1", "CUST#1"}) {
    PutItem(*account_, first, key, clock_.Now(), &first->indexes[0]);
  }
  account_->ReadStream("zz-first-to-go");
  Now();
  ASSERT_TRUE(work_->Save().has_value());
  clock_.Advance(kMinute);
  for (std::size_t i = 0; i < kAccountTablesMax; ++i) {
    PutItem(*account_, catalog::Table(OnDemand(fmt::format("table{:05}", i))), "a", clock_.Now());
  }
  const auto before = SumsOf(account_->Read(clock_.Now()));
  EXPECT_EQ(before.requests, kAccountTablesMax + 2);
  Create(OnDemand("t"));
  Fill();
  const auto use = Now();
  EXPECT_EQ(use.tables.size(), limits::kTablesMax + 1);
  auto after = SumsOf(use);
  EXPECT_EQ(std::exchange(after.stored, 0), 1100.0 * 60);
  EXPECT_EQ(after, before);
  ASSERT_NE(Find(use, "t"), nullptr);
  EXPECT_FALSE(Find(use, "t")->resources[0].gone);
  EXPECT_EQ(Find(use, "t")->resources[0].charged[0].stored.level, 1100);
  EXPECT_EQ(Find(use, "zz-first-to-go"), nullptr);
  const auto* others = Find(use, kOtherTables);
  ASSERT_NE(others, nullptr);
  ASSERT_EQ(others->resources.size(), 2U);
  EXPECT_EQ(others->resources[1].index, "GSI1");
  EXPECT_TRUE(others->resources[1].gone);
  EXPECT_EQ(others->resources[1].charged[0].on_demand[1], 8);
  EXPECT_EQ(others->stream_reads, 1U);
  ASSERT_TRUE(work_->Save().has_value());
  Reopen();
  const auto again = account_->Read(clock_.Now());
  EXPECT_EQ(again.tables.size(), use.tables.size());
  EXPECT_EQ(SumsOf(again), SumsOf(use));
}

// The commit that saves a dropped table's counts in kOtherTables also removes its own row.
TEST_F(AccountWorkTest, CountsOfAFoldedTableAreStoredOnce) {
  Reopen();
  const catalog::Table back(OnDemand("back"));
  PutItem(*account_, catalog::Table(OnDemand("away")), "a", clock_.Now());
  PutItem(*account_, back, "a", clock_.Now());
  ASSERT_TRUE(work_->Save().has_value());
  for (std::size_t i = 0; i < kAccountTablesMax; ++i) {
    PutItem(*account_, catalog::Table(OnDemand(fmt::format("table{:05}", i))), "a", clock_.Now());
  }
  Now();
  PutItem(*account_, back, "a", clock_.Now());
  const auto changes = account_->TakeChanges(1);
  EXPECT_EQ(changes.removed, std::vector<Bytes>{"taway"});
  ASSERT_EQ(changes.rows.size(), 2U);
  EXPECT_EQ(changes.rows[0].key, "tback");
  EXPECT_EQ(changes.rows[1].key, "t" + std::string(kOtherTables));
  account_->PutBack(changes);
  EXPECT_EQ(account_->TakeChanges(1).removed, changes.removed);
  EXPECT_TRUE(account_->TakeChanges(1).removed.empty());
}

TEST_F(AccountWorkTest, ReportsDroppedTablesAndIndexes) {
  auto settings = OnDemand("t");
  Create(settings);
  Reopen();
  settings.indexes = {table::testing::GlobalIndex("GSI1", "g")};
  const catalog::Table once(settings);
  PutItem(*account_, once, "a", clock_.Now(), &once->indexes[0]);
  PutItem(*account_, catalog::Table(OnDemand("u")), "a", clock_.Now());
  const auto use = Now();
  ASSERT_EQ(use.tables.size(), 2U);
  EXPECT_FALSE(use.tables[0].resources[0].gone);
  EXPECT_TRUE(use.tables[0].resources[1].gone);
  EXPECT_TRUE(use.tables[1].resources[0].gone);
}

// Look takes time for all tables, however few rows are written at once.
TEST_F(AccountWorkTest, LooksOnceForAllRowsOfASave) {
  Create(OnDemand("t"));
  for (int i = 0; i < 40; ++i) Create(OnDemand(fmt::format("table{}", i)));
  Reopen();
  ASSERT_TRUE(work_->Step()->worked);
  Fill();
  while (work_->Step()->worked) {
  }
  const auto level = [&] {
    return Find(account_->Read(clock_.Now()), "t")->resources[0].charged[0].stored.level;
  };
  EXPECT_EQ(level(), 0);
  clock_.Advance(kMinute);
  ASSERT_TRUE(work_->Step().has_value());
  EXPECT_EQ(level(), 1100);
}

TEST_F(AccountWorkTest, SavesOnceAMinuteAndOnlyChanges) {
  Create(OnDemand("t"));
  Reopen();
  EXPECT_EQ(work_->Step()->wait, kMinute);
  clock_.Advance(kMinute / 2);
  PutItem(*account_, *catalog_->Find("t"), "a", clock_.Now());
  EXPECT_EQ(work_->Step()->wait, kMinute / 2);
  EXPECT_FALSE(account_->TakeChanges(10).rows.empty());
  EXPECT_TRUE(account_->TakeChanges(10).rows.empty());
}

TEST_F(AccountWorkTest, ResetAlsoForgetsStoredCounts) {
  Create(OnDemand("t"));
  Create(OnDemand("gone"));
  Reopen();
  PutItem(*account_, *catalog_->Find("t"), "a", clock_.Now());
  ASSERT_TRUE(work_->Save().has_value());
  ASSERT_TRUE(work_->Step().has_value());
  account_->Reset(clock_.Now() + 1);
  clock_.Advance(1);
  ASSERT_TRUE(work_->Step().has_value());  // a Reset is saved at once
  Reopen();
  const auto use = account_->Read(clock_.Now());
  EXPECT_EQ(use.since, clock_.Now());
  for (const auto& table : use.tables) EXPECT_TRUE(table.patterns.empty());
}

TEST_F(AccountWorkTest, ChangesThatWerePutBackAreTakenAgain) {
  Create(OnDemand("t"));
  Reopen();
  PutItem(*account_, *catalog_->Find("t"), "a", clock_.Now());
  const auto changes = account_->TakeChanges(10);
  EXPECT_TRUE(changes.anew);
  account_->PutBack(changes);
  EXPECT_EQ(account_->TakeChanges(10).rows.size(), changes.rows.size());
}

TEST(AccountRows, DocumentedVectorsRoundTrip) {
  const auto rows = stator::testing::FormatTable("bill.md", "| what | key | value |");
  ASSERT_EQ(rows.size(), 2U);
  Account account(258);
  const catalog::Table table(OnDemand("t"));
  const Claim claim{.key = "k", .units = 2};
  account.Used({.table = table,
                .operation = "PutItem",
                .access = Access::kWrite,
                .claims = {&claim, 1},
                .access_form = {.partition = "ORDER#1"},
                .now = 258});
  auto changes = account.TakeChanges(10);
  ASSERT_EQ(changes.rows.size(), 2U);
  std::vector<Account::Row> written;
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(stator::testing::ToHex(changes.rows[1 - i].key), stator::testing::Code(rows[i][1]));
    EXPECT_EQ(stator::testing::ToHex(changes.rows[1 - i].value), stator::testing::Code(rows[i][2]));
    written.push_back({stator::testing::FromHex(stator::testing::Code(rows[i][1])),
                       stator::testing::FromHex(stator::testing::Code(rows[i][2]))});
  }
  Account loaded(999);
  ASSERT_TRUE(loaded.Load(written, 1000).has_value());
  const auto use = loaded.Read(1000);
  EXPECT_EQ(use.since, 258);
  EXPECT_EQ(use.tables[0].patterns[0].pattern.Text(), "PutItem ORDER#*");
}

TEST(AccountRows, RowsOfTheFirstFormatVersionAreRead) {
  const std::vector<Account::Row> rows = {
      {"h", stator::testing::FromHex("010000000000000102")},
      {"tt", stator::testing::FromHex(
                 "0101740100010000010000020000000000000000000100020200000001075075744974656d00"
                 "00000101064f5244455223000100012a0101000100000200")}};
  Account loaded(999);
  ASSERT_TRUE(loaded.Load(rows, 1000).has_value());
  const auto use = loaded.Read(1000);
  ASSERT_EQ(use.tables.size(), 1U);
  EXPECT_EQ(use.tables[0].resources[0].charged[0].on_demand[1], 2);
  EXPECT_EQ(use.tables[0].resources[0].warm, (std::array<std::int64_t, 2>{0, 0}));
}

TEST(AccountRows, DamageIsCorruption) {
  Account account(1);
  PutItem(account, catalog::Table(OnDemand("t")), "ORDER#1");
  const auto changes = account.TakeChanges(10);
  for (std::size_t size = 0; size < changes.rows[0].value.size(); ++size) {
    Account loaded(1);
    const auto outcome = loaded.Load(
        {{"h", changes.rows[1].value}, {"tt", changes.rows[0].value.substr(0, size)}}, 1);
    ASSERT_FALSE(outcome.has_value()) << size;
    EXPECT_EQ(outcome.error().code, ErrorCode::kCorruption);
  }
  Account headless(1);
  EXPECT_FALSE(headless.Load({changes.rows[0]}, 1).has_value());
}

}  // namespace
}  // namespace stator::capacity
