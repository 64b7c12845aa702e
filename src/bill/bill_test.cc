#include "bill/bill.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/durations.h"
#include "bill/diff.h"
#include "bill/report.h"
#include "bill/usage_json.h"
#include "catalog/table.h"
#include "json/parser.h"

namespace stator::bill {
namespace {

using capacity::Access;
using capacity::Account;
using capacity::Claim;
using price::PlanKind;
using price::Subject;
using testing::HasSubstr;

constexpr TimeMicros kStart = 1'790'000'000 * kSecond;
constexpr double kCent = 0.005;

price::PriceTable Then() { return price::LoadPrices("2024-10").value(); }
price::PriceTable Now() { return price::LoadPrices("2026-11").value(); }

Bill BillAt(const capacity::AccountUse& use, const price::PriceTable& prices) {
  return BillOf(use, prices, {.month_hours = prices.month_hours});
}

catalog::Table TableOf(std::string name, bool on_demand = true) {
  catalog::TableSettings settings;
  settings.name = std::move(name);
  if (on_demand) settings.billing = catalog::BillingMode::kPayPerRequest;
  for (const auto* index : {"full", "sparse"}) settings.indexes.push_back({.name = index});
  return catalog::Table(settings);
}

// The units that a request takes.
struct Taken {
  double own = 1;
  double index = 0;
  std::size_t which = 0;
};

void Use(Account& account, const catalog::Table& table, std::string_view operation,
         std::string_view key, const Taken& taken, TimeMicros now) {
  const bool write = operation == "PutItem";
  std::vector<Claim> claims = {{.key = key, .units = static_cast<table::HalfUnits>(2 * taken.own)}};
  if (taken.index > 0) {
    claims.push_back({.index = &table->indexes[taken.which],
                      .key = key,
                      .units = static_cast<table::HalfUnits>(2 * taken.index)});
  }
  account.Used({.table = table,
                .operation = operation,
                .access = write ? Access::kWrite : Access::kRead,
                .claims = claims,
                .access_form = {.partition = key},
                .now = now});
}

double PlanDollars(const TableBill& table, PlanKind kind, Subject subject) {
  for (const auto& plan : table.plans) {
    if (plan.kind == kind) return plan.Dollars(subject);
  }
  ADD_FAILURE() << "there is no such plan";
  return 0;
}

// An hour of 1,000 writes a second, one unit each.
capacity::AccountUse AThousandWritesASecond() {
  Account account(kStart);
  const auto table = TableOf("t");
  for (int minute = 0; minute < 60; ++minute) {
    Use(account, table, "PutItem", "ORDER#1", {.own = 60'000}, kStart + minute * kMinute);
  }
  return account.Read(kStart + kHour);
}

TEST(Bill, MatchesTheFirstArticlesFigures) {
  const auto bill = BillAt(AThousandWritesASecond(), Then());
  EXPECT_NEAR(bill.dollars, 3240, kCent);
  ASSERT_EQ(bill.tables.size(), 1U);
  EXPECT_NEAR(PlanDollars(bill.tables[0], PlanKind::kOnDemand, Subject::kWrites), 3240, kCent);
  EXPECT_NEAR(PlanDollars(bill.tables[0], PlanKind::kFullyUsed, Subject::kWrites), 468, kCent);
  // The load is even, so auto scaling has nothing to follow.
  EXPECT_NEAR(PlanDollars(bill.tables[0], PlanKind::kScaled, Subject::kWrites), 668.77, kCent);
}

TEST(Bill, MatchesPresentPrices) {
  const auto bill = BillAt(AThousandWritesASecond(), Now());
  EXPECT_NEAR(bill.dollars, 1642.5, kCent);
  EXPECT_NEAR(PlanDollars(bill.tables[0], PlanKind::kFullyUsed, Subject::kWrites), 474.5, kCent);
}

TEST(Bill, ASparseIndexCostsWhatItHolds) {
  Account account(kStart);
  const auto table = TableOf("t");
  for (int i = 0; i < 100; ++i) {
    Use(account, table, "PutItem", "ORDER#1", {.own = 1, .index = 1, .which = 0}, kStart);
    if (i < 5) {
      Use(account, table, "PutItem", "RUSH#1", {.own = 0, .index = 1, .which = 1}, kStart);
    }
  }
  const auto bill = BillAt(account.Read(kStart + kHour), Now());
  const double full = DollarsOf(bill, &BillLine::index, "full");
  EXPECT_GT(full, 0);
  EXPECT_NEAR(DollarsOf(bill, &BillLine::index, "sparse"), full / 20, 1e-9);
}

TEST(Bill, PatternsOperationsAndIndexesHaveTheSameTotal) {
  Account account(kStart);
  const auto table = TableOf("t");
  Use(account, table, "PutItem", "ORDER#1", {.own = 3, .index = 2}, kStart);
  Use(account, table, "PutItem", "CUST#1", {.own = 1}, kStart);
  Use(account, table, "GetItem", "ORDER#1", {.own = 0.5}, kStart);
  account.ReadStream("t");
  const auto bill = BillAt(account.Read(kStart + kHour), Now());
  double by_pattern = 0;
  double by_table = 0;
  for (const auto& pattern : bill.patterns) by_pattern += pattern.dollars;
  for (const auto& each : bill.tables) by_table += each.dollars;
  const double streams = 730 / 1e5 * 0.02;
  EXPECT_NEAR(by_pattern + streams, bill.dollars, 1e-12);
  EXPECT_NEAR(by_table, bill.dollars, 1e-12);
  EXPECT_NEAR(bill.dollars, 730 * (6 * 0.625 + 0.5 * 0.125) / 1e6 + streams, 1e-12);
  EXPECT_EQ(bill.patterns[0].pattern, "PutItem ORDER#*");
  EXPECT_NEAR(bill.patterns[0].index_dollars, 730 * 2 * 0.625 / 1e6, 1e-12);
}

// A provisioned table. Half of its capacity is unused.
capacity::AccountUse Provisioned() {
  Account account(kStart);
  Use(account, TableOf("t", false), "PutItem", "ORDER#1", {.own = 3}, kStart);
  Use(account, TableOf("t", false), "PutItem", "CUST#1", {.own = 1}, kStart);
  auto use = account.Read(kStart + kHour);
  auto& charged = use.tables[0].resources[0].charged[0];
  charged.provisioned[0] = {.sum = 0, .level = 10, .since = kStart};
  charged.provisioned[1] = {.sum = 0, .level = 20, .since = kStart};
  use.tables[0].on_demand = false;
  return use;
}

TEST(Bill, PatternsPayForProvisionedCapacityInProportionToUse) {
  const auto bill = BillAt(Provisioned(), Now());
  EXPECT_NEAR(bill.dollars, 730 * (10 * 0.00013 + 20 * 0.00065), 1e-9);
  ASSERT_EQ(bill.patterns.size(), 2U);
  EXPECT_NEAR(bill.patterns[0].dollars, 730 * 20 * 0.00065 * 3 / 4, 1e-9);
  bool unused = false;
  for (const auto& line : bill.lines) unused |= line.pattern == "unused capacity";
  EXPECT_TRUE(unused);
}

TEST(Bill, StorageIsChargedByClassAndByTimeHeld) {
  Account account(kStart);
  Use(account, TableOf("t"), "PutItem", "A#1", {}, kStart);
  auto use = account.Read(kStart + 2 * kHour);
  const double gb = 1024.0 * 1024 * 1024;
  use.tables[0].resources[0].charged[0].stored = {.sum = gb * 3600, .level = 0, .since = kStart};
  use.tables[0].resources[0].charged[1].stored = {.sum = 0, .level = gb, .since = kStart + kHour};
  double storage = 0;
  for (const auto& line : BillAt(use, Now()).lines) {
    if (line.subject == Subject::kStorage) storage += line.dollars;
  }
  EXPECT_NEAR(storage, 0.5 * 0.25 + 0.5 * 0.1, 1e-9);
}

TEST(Bill, AutoScalingFollowsTheMinutes) {
  Account account(kStart);
  const auto table = TableOf("t");
  // One hour: a busy minute of 70 units a second at its beginning, the rest quiet.
  Use(account, table, "PutItem", "A#1", {.own = 70 * 60}, kStart);
  const auto bill = BillAt(account.Read(kStart + kHour), Now());
  const auto& own = bill.tables[0];
  EXPECT_NEAR(PlanDollars(own, PlanKind::kProvisioned, Subject::kWrites), 730 * 0.00065 * 100,
              kCent);
  // 100 units for the quarter of an hour before auto scaling scales in, one for the rest. The
  // indexes have none.
  EXPECT_NEAR(PlanDollars(own, PlanKind::kScaled, Subject::kWrites),
              730 * 0.00065 * (100 * 0.25 + 0.75), kCent);
}

TEST(Bill, NothingIsProvisionedForADeletedResource) {
  Account account(kStart);
  Use(account, TableOf("t"), "PutItem", "A#1", {.own = 1, .index = 1}, kStart);
  auto use = account.Read(kStart + kHour);
  const auto reads = [&] {
    return PlanDollars(BillAt(use, Now()).tables[0], PlanKind::kProvisioned, Subject::kReads) +
           PlanDollars(BillAt(use, Now()).tables[0], PlanKind::kScaled, Subject::kReads);
  };
  constexpr double kUnit = 730 * 0.00013;
  EXPECT_NEAR(reads(), 4 * kUnit, 1e-9);
  use.tables[0].resources[1].gone = true;
  EXPECT_NEAR(reads(), 2 * kUnit, 1e-9);
  use.tables[0].resources[0].gone = true;
  EXPECT_NEAR(reads(), 0, 1e-9);
  EXPECT_GT(BillAt(use, Now()).dollars, 0);
}

TEST(Bill, WarmThroughputIsPaidOnceForEachUnitRaised) {
  Account account(kStart);
  account.RaisedWarm("t", {{"", {28'000, 36'000}}, {"full", {0, 100}}});
  const auto use = account.Read(kStart + kHour);
  const auto bill = BillOf(use, Now(), {.period = 31 * 24 * kHour});
  ASSERT_EQ(bill.lines.size(), 2U);
  EXPECT_EQ(bill.lines[0].subject, Subject::kWarmThroughput);
  EXPECT_EQ(bill.lines[0].index, "");
  EXPECT_DOUBLE_EQ(bill.lines[0].quantity, 64'000);
  EXPECT_NEAR(bill.lines[0].dollars, 28'000 * 0.00013 + 36'000 * 0.00065, kCent);
  EXPECT_EQ(bill.lines[1].index, "full");
  EXPECT_NEAR(bill.lines[1].dollars, 0.065, kCent);
  EXPECT_NEAR(bill.dollars, BillAt(use, Now()).dollars, kCent);
  EXPECT_THAT(bill.unverified, HasSubstr("warm_throughput"));
  EXPECT_THAT(BillText(bill), HasSubstr("warmThroughput"));
  EXPECT_TRUE(BillAt(use, Then()).lines.empty());  // those prices have no warm throughput
}

TEST(Bill, TrafficMayStandForALongerTime) {
  Account account(kStart);
  Use(account, TableOf("t"), "PutItem", "A#1", {.own = 1000}, kStart);
  const auto use = account.Read(kStart + kSecond);
  const auto prices = Now();
  EXPECT_NEAR(BillAt(use, prices).dollars, 1000 * 60 * 730 * 0.625 / 1e6, 1e-9);
  const auto daily = BillOf(use, prices, {.month_hours = prices.month_hours, .period = 24 * kHour});
  EXPECT_NEAR(daily.dollars, 1000 * 730.0 / 24 * 0.625 / 1e6, 1e-9);
}

TEST(Bill, ACachePaysWhereReadsRepeat) {
  Account account(kStart);
  const auto table = TableOf("t");
  for (int i = 0; i < 100; ++i) Use(account, table, "GetItem", "hot", {.own = 60'000}, kStart);
  auto bill = BillAt(account.Read(kStart + kMinute), Now());
  ASSERT_TRUE(bill.tables[0].cache);
  EXPECT_NEAR(bill.tables[0].cache->answered, 0.99, 1e-9);
  EXPECT_EQ(bill.tables[0].cache->node, "t3.small");
  EXPECT_NEAR(bill.tables[0].cache->dollars, 3 * 0.04 * 730, 1e-9);
  EXPECT_NEAR(bill.tables[0].cache->saved, 0.99 * bill.dollars, 1e-6);
  EXPECT_TRUE(bill.tables[0].cache->Pays());
  account.Reset(kStart);
  for (int i = 0; i < 100; ++i) Use(account, table, "GetItem", std::to_string(i), {}, kStart);
  bill = BillAt(account.Read(kStart + kMinute), Now());
  EXPECT_FALSE(bill.tables[0].cache->Pays());
}

TEST(Bill, ABillOfOneTableOmitsTheOthers) {
  Account account(kStart);
  Use(account, TableOf("a"), "PutItem", "A#1", {}, kStart);
  Use(account, TableOf("b"), "PutItem", "A#1", {}, kStart);
  const auto use = account.Read(kStart + kHour);
  const auto bill = BillOf(use, Now(), {}, "b");
  ASSERT_EQ(bill.tables.size(), 1U);
  EXPECT_EQ(bill.tables[0].name, "b");
}

capacity::AccountUse Again(const capacity::AccountUse& use) {
  std::string json;
  WriteUsage(use, json);
  json::Parser parser;
  const auto body = parser.Parse(json);
  auto read = ReadUsage(body->root());
  EXPECT_TRUE(read.has_value()) << json;
  return read.value_or(capacity::AccountUse());
}

TEST(UsageJson, ReadsBackAndMakesTheSameBill) {
  Account account(kStart);
  const auto table = TableOf("t");
  Use(account, table, "PutItem", "ORDER#1", {.own = 3, .index = 2}, kStart);
  Use(account, table, "GetItem", "ORDER#1", {.own = 0.5}, kStart + kMinute);
  account.ReadStream("t");
  account.RaisedWarm("t", {{"full", {5, 7}}});
  auto dropped = account.Read(kStart + kHour);
  dropped.tables[0].resources[1].gone = true;
  for (const auto& use : {account.Read(kStart + kHour), Provisioned(), dropped}) {
    const auto again = Again(use);
    EXPECT_EQ(BillJson(BillAt(again, Now()), again), BillJson(BillAt(use, Now()), use));
  }
}

TEST(UsageJson, RefusesOtherObjects) {
  json::Parser parser;
  std::string json;
  WriteUsage(Provisioned(), json);
  const auto broken = [&](std::string_view from, std::string_view to) {
    std::string text = json;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto body = parser.Parse(text);
    return body.has_value() && !ReadUsage(body->root()).has_value();
  };
  EXPECT_TRUE(broken("\"form\":\"item\"", "\"form\":\"items\""));
  EXPECT_TRUE(broken("\"requests\":1", "\"requests\":-1"));
  EXPECT_TRUE(broken("\"class\":\"standard\"", "\"class\":\"gold\""));
  EXPECT_TRUE(broken("\"units\":[[0,", "\"units\":[[7,"));
  EXPECT_TRUE(broken("\"slotMinutes\":1", "\"slotMinutes\":0"));
  EXPECT_TRUE(broken("\"resources\":[", "\"resource\":["));
  EXPECT_TRUE(broken("\"warm\":[0,0]", "\"warm\":[0,-1]"));
  EXPECT_FALSE(broken("\"warm\":[0,0]", "\"cold\":[0,0]"));  // older servers do not write it
  EXPECT_TRUE(broken("\"gone\":false", "\"gone\":0"));
  EXPECT_FALSE(broken("\"gone\":false", "\"lost\":false"));  // older servers do not write it
  EXPECT_TRUE(broken("\"writes\":[[0,", "\"writes\":[[9999999,"));
}

TEST(BillText, NamesPatternsAndWaysToPay) {
  const auto text = BillText(BillAt(AThousandWritesASecond(), Then()));
  EXPECT_THAT(text, HasSubstr("t: PutItem ORDER#*"));
  EXPECT_THAT(text, HasSubstr("$3,240.00"));
  EXPECT_THAT(text, HasSubstr("provisioned, fully used"));
  EXPECT_THAT(text, HasSubstr("Cheapest: reserved for 3 years"));
  EXPECT_THAT(text, HasSubstr("Break-even of writes"));
}

TEST(BillText, ShowsTinyCostsWithTheirDigits) {
  Account account(kStart);
  Use(account, TableOf("t"), "PutItem", "ORDER#1", {.own = 1}, kStart);
  const auto bill = BillOf(account.Read(kStart + kHour), Now(), {.period = 24 * 31 * kHour});
  ASSERT_LT(bill.dollars, 0.001);
  const auto text = BillText(bill);
  EXPECT_THAT(text, HasSubstr("$0.00000061"));
  EXPECT_THAT(text, HasSubstr("0.00000098"));  // million requests
}

TEST(Diff, ASmallChangeIsShownWithItsDigits) {
  Account before(kStart);
  Account after(kStart);
  const auto table = TableOf("t");
  Use(before, table, "PutItem", "ORDER#1", {.own = 1000}, kStart);
  Use(after, table, "PutItem", "ORDER#1", {.own = 1000}, kStart);
  Use(before, table, "GetItem", "CUST#1", {.own = 3}, kStart);
  Use(after, table, "GetItem", "CUST#1", {.own = 2}, kStart);
  const auto diff =
      DiffOf(BillAt(before.Read(kStart + kHour), Now()), BillAt(after.Read(kStart + kHour), Now()));
  ASSERT_EQ(diff.changes.size(), 1U);
  const auto text = DiffText(diff);
  EXPECT_THAT(text, HasSubstr("-$0.000091"));
  EXPECT_EQ(text.find("+$0.00 "), text.npos);
  const auto bill = BillAt(before.Read(kStart + kHour), Now());
  EXPECT_EQ(DiffText(DiffOf(bill, bill)).find("+$"), std::string::npos);
}

TEST(Diff, AChangeBelowAMillionthOfADollarIsShown) {
  Account before(kStart);
  Account after(kStart);
  const auto table = TableOf("t");
  Use(before, table, "PutItem", "ORDER#1", {.own = 2}, kStart);
  Use(after, table, "PutItem", "ORDER#1", {.own = 1}, kStart);
  const BillTerms terms{.period = 24 * 31 * kHour};
  const auto diff = DiffOf(BillOf(before.Read(kStart + kHour), Now(), terms),
                           BillOf(after.Read(kStart + kHour), Now(), terms));
  ASSERT_EQ(diff.changes.size(), 1U);
  EXPECT_THAT(DiffText(diff), HasSubstr("-$0.00000061"));
  EXPECT_EQ(DiffText(diff).find("$0.00 "), std::string::npos);
  EXPECT_EQ(DiffText(diff).find("$0.00\n"), std::string::npos);
}

TEST(Diff, ShowsTheLargestChangeFirst) {
  Account before(kStart);
  Account after(kStart);
  const auto table = TableOf("t");
  Use(before, table, "PutItem", "ORDER#1", {.own = 1000}, kStart);
  Use(before, table, "GetItem", "CUST#1", {.own = 10}, kStart);
  Use(after, table, "PutItem", "ORDER#1", {.own = 1000}, kStart);
  Use(after, table, "GetItem", "CUST#1", {.own = 500}, kStart);
  Use(after, table, "PutItem", "ITEM#1", {.own = 700, .index = 700}, kStart);
  const auto diff =
      DiffOf(BillAt(before.Read(kStart + kHour), Now()), BillAt(after.Read(kStart + kHour), Now()));
  ASSERT_EQ(diff.changes.size(), 3U);
  EXPECT_EQ(diff.changes[0].line.pattern, "PutItem ITEM#*");
  EXPECT_EQ(diff.changes[0].before, 0);
  EXPECT_EQ(diff.changes[2].line.pattern, "GetItem CUST#*");
  EXPECT_NEAR(diff.changes[2].Dollars(), 490 * 730 * 0.125 / 1e6, 1e-9);
  double sum = 0;
  for (const auto& change : diff.changes) sum += change.Dollars();
  EXPECT_NEAR(sum, diff.after - diff.before, 1e-9);
  EXPECT_THAT(DiffText(diff), HasSubstr("t (full): PutItem ITEM#*, writes"));
  EXPECT_THAT(DiffJson(diff), HasSubstr("\"pattern\":\"PutItem ITEM#*\""));
}

TEST(Diff, EqualBillsHaveNoChanges) {
  const auto bill = BillAt(AThousandWritesASecond(), Now());
  EXPECT_TRUE(DiffOf(bill, bill).changes.empty());
}

}  // namespace
}  // namespace stator::bill
