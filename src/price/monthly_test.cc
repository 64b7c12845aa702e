#include "price/monthly.h"

#include <algorithm>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::price {
namespace {

using testing::DoubleNear;

constexpr double kCent = 0.005;
constexpr double kGb = 1024.0 * 1024 * 1024;

PriceTable Then() { return LoadPrices("2024-10").value(); }
PriceTable Now() { return LoadPrices("2026-11").value(); }

Terms TermsOf(const PriceTable& prices) { return {.month_hours = prices.month_hours}; }

Load Writes(double average, double peak = 0) {
  return {.writes = {.average = average, .peak = peak}};
}

double ReservedDollars(const Load& load, const PriceTable& prices, const Terms& terms,
                       PlanKind kind) {
  return Reserved({load}, prices, terms, kind).value().Dollars();
}

TEST(Units, AreRoundedUpAndDoubledInTransactions) {
  EXPECT_EQ(WriteUnits({.item_bytes = 1}), 1);
  EXPECT_EQ(WriteUnits({.item_bytes = 1024}), 1);
  EXPECT_EQ(WriteUnits({.item_bytes = 1025}), 2);
  EXPECT_EQ(WriteUnits({.item_bytes = 1025, .transactional = true}), 4);
  EXPECT_EQ(ReadUnits({.item_bytes = 4096}), 0.5);
  EXPECT_EQ(ReadUnits({.item_bytes = 4097}), 1);
  EXPECT_EQ(ReadUnits({.item_bytes = 4096, .strong = true}), 1);
  EXPECT_EQ(ReadUnits({.item_bytes = 4096, .transactional = true}), 2);
}

// The first article calls batches cheaper.
TEST(Units, BatchesCostTheSame) {
  EXPECT_EQ(WriteUnits({.item_bytes = 600, .items = 25}), 25 * WriteUnits({.item_bytes = 600}));
  EXPECT_EQ(ReadUnits({.item_bytes = 600, .items = 100}), 100 * ReadUnits({.item_bytes = 600}));
}

TEST(OnDemand, MatchesTheFirstArticlesFigure) {
  const auto prices = Then();
  EXPECT_DOUBLE_EQ(OnDemand({Writes(1000)}, prices, TermsOf(prices)).Dollars(), 3240);
}

TEST(OnDemand, UsesPresentPricesInMonthsOf730Hours) {
  const auto prices = Now();
  const Load load{.writes = {.average = 1000}, .reads = {.average = 2500}};
  const auto plan = OnDemand({load}, prices, TermsOf(prices));
  EXPECT_DOUBLE_EQ(plan.Dollars(Subject::kWrites), 1642.5);
  EXPECT_DOUBLE_EQ(plan.Dollars(Subject::kReads), 821.25);
  EXPECT_DOUBLE_EQ(plan.Dollars(), 1642.5 + 821.25);
}

TEST(OnDemand, APeakIsNotCharged) {
  const auto prices = Now();
  EXPECT_EQ(OnDemand({Writes(1000, 9000)}, prices, TermsOf(prices)).Dollars(),
            OnDemand({Writes(1000)}, prices, TermsOf(prices)).Dollars());
}

TEST(Provisioned, MatchesTheFirstArticlesFigure) {
  const auto prices = Then();
  EXPECT_THAT(Provisioned({Writes(1000)}, prices, TermsOf(prices), 1).Dollars(),
              DoubleNear(468, 1e-9));
}

TEST(Provisioned, ChargesHeadRoom) {
  const auto prices = Then();
  const auto plan = Provisioned({Writes(1000)}, prices, TermsOf(prices), 0.7);
  EXPECT_THAT(plan.Dollars(), DoubleNear(1429 * 0.00065 * 720, 1e-9));
  // 700 at 70 % are 1,000. A binary quotient would make 1,001 of them.
  EXPECT_THAT(Provisioned({Writes(700)}, prices, TermsOf(prices), 0.7).Dollars(),
              DoubleNear(468, 1e-9));
}

TEST(Provisioned, IsHeldForThePeakAllDay) {
  const auto prices = Then();
  EXPECT_THAT(Provisioned({Writes(100, 1000)}, prices, TermsOf(prices), 1).Dollars(),
              DoubleNear(468, 1e-9));
}

TEST(Provisioned, IsNeverBelowTheFloorOfTheTable) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.read_capacity.floor = 5;
  const auto plan = Provisioned({Writes(1000)}, prices, terms, 1);
  EXPECT_THAT(plan.Dollars(Subject::kReads), DoubleNear(5 * 0.00013 * 720, 1e-9));
}

TEST(Scaled, FollowsTheLoad) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  // 2,400 for 6 h and 200 for 18 h average 750.
  Load load = Writes(750, 2400);
  load.peak_hours = 6;
  EXPECT_THAT(Scaled({load}, prices, terms).Dollars(), DoubleNear(750 * 0.00065 * 720, 1e-6));
  terms.write_capacity.floor = 600;
  EXPECT_THAT(Scaled({load}, prices, terms).Dollars(),
              DoubleNear((2400 * 0.25 + 600 * 0.75) * 0.00065 * 720, 1e-6));
  terms.write_capacity.ceiling = 1000;
  EXPECT_THAT(Scaled({load}, prices, terms).Dollars(),
              DoubleNear((1000 * 0.25 + 600 * 0.75) * 0.00065 * 720, 1e-6));
}

TEST(Scaled, APeakLastsNoLongerThanTheAverageAllows) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  Load load = Writes(100, 2400);  // the average is that of one hour at 2,400
  load.peak_hours = 24;
  EXPECT_THAT(Scaled({load}, prices, terms).Dollars(), DoubleNear(100 * 0.00065 * 720, 1e-6));
}

// The first article's own "76 percent" of $468. Its figure of $160 is unrelated.
TEST(ReservedCapacity, MatchesThreeYearsOfTheFirstArticlesTable) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  const double dollars =
      ReservedDollars(Writes(1000), prices, terms, PlanKind::kReservedThreeYears);
  EXPECT_THAT(dollars, DoubleNear(108.32, kCent));
  EXPECT_THAT(1 - dollars / 468, DoubleNear(0.76, 0.01));
}

TEST(ReservedCapacity, PricesOneYear) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  const double dollars = ReservedDollars(Writes(1000), prices, terms, PlanKind::kReservedOneYear);
  EXPECT_THAT(dollars, DoubleNear(125 + 92.16, kCent));
  EXPECT_THAT(1 - dollars / 468, DoubleNear(0.53, 0.01));
}

TEST(ReservedCapacity, BuysABlockWhereItPays) {
  const auto prices = Now();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  const double block = 180.0 / 36 + 0.0081 * 730;
  const double unit = 0.00065 * 730;
  EXPECT_THAT(ReservedDollars(Writes(22), prices, terms, PlanKind::kReservedThreeYears),
              DoubleNear(22 * unit, kCent));
  EXPECT_THAT(ReservedDollars(Writes(24), prices, terms, PlanKind::kReservedThreeYears),
              DoubleNear(block, kCent));
  EXPECT_THAT(ReservedDollars(Writes(122), prices, terms, PlanKind::kReservedThreeYears),
              DoubleNear(block + 22 * unit, kCent));
}

// Tries every number of blocks.
TEST(ReservedCapacity, BuysTheCheapestNumberOfBlocks) {
  const auto prices = Now();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  for (const double hours : {1.0, 4.0, 6.0, 12.0}) {
    Load load = Writes(0, 2450);
    load.peak_hours = hours;
    const double share = hours / 24;
    load.writes.average = 2450 * share + 330 * (1 - share);
    double best = 1e9;
    for (int blocks = 0; blocks <= 30; ++blocks) {
      const double rest = std::max(0.0, 2450.0 - blocks * 100) * share +
                          std::max(0.0, 330.0 - blocks * 100) * (1 - share);
      best = std::min(best, blocks * (180.0 / 36 + 0.0081 * 730) + rest * 0.00065 * 730);
    }
    EXPECT_THAT(ReservedDollars(load, prices, terms, PlanKind::kReservedThreeYears),
                DoubleNear(best, kCent))
        << hours;
  }
}

TEST(ReservedCapacity, IsSoldForTheStandardClassOnly) {
  auto prices = Now();
  Terms terms = TermsOf(prices);
  terms.storage_class = StorageClass::kInfrequentAccess;
  EXPECT_FALSE(Reserved({Writes(1000)}, prices, terms, PlanKind::kReservedOneYear).has_value());
  prices.reserved.reset();
  EXPECT_FALSE(
      Reserved({Writes(1000)}, prices, TermsOf(prices), PlanKind::kReservedOneYear).has_value());
}

TEST(SeveralTables, RoundEachTableAndApplyItsFloor) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  const Loads loads = {Writes(10.5), Writes(0.1)};
  EXPECT_THAT(Provisioned(loads, prices, terms, 1).Dollars(), DoubleNear(12 * 0.468, 1e-9));
  EXPECT_THAT(Scaled(loads, prices, terms).Dollars(), DoubleNear(12 * 0.468, 1e-9));
  EXPECT_DOUBLE_EQ(OnDemand(loads, prices, terms).Dollars(), 10.6 * 3.24);
  terms.write_capacity.floor = 5;
  EXPECT_THAT(Scaled(loads, prices, terms).Dollars(), DoubleNear(16 * 0.468, 1e-9));
}

TEST(SeveralTables, ShareTheFreeTierAndReservedBlocks) {
  const auto prices = Now();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  const Loads loads = {Writes(60), Writes(65)};
  terms.free_tier = true;
  EXPECT_THAT(Provisioned(loads, prices, terms, 1).Dollars(),
              DoubleNear(100 * 0.00065 * 730, 1e-9));
  EXPECT_THAT(Reserved(loads, prices, terms, PlanKind::kReservedThreeYears)->Dollars(),
              DoubleNear(180.0 / 36 + 0.0081 * 730, 1e-9));
}

// 6 h of 100 + 200, 6 h of 40 + 200, 12 h of 40 + 20.
TEST(SeveralTables, MayHavePeaksOfDifferentLength) {
  const auto prices = Then();
  Terms terms = TermsOf(prices);
  terms.utilization = 1;
  Load one = Writes(100 * 0.25 + 40 * 0.75, 100);
  one.peak_hours = 6;
  Load other = Writes(200 * 0.5 + 20 * 0.5, 200);
  other.peak_hours = 12;
  const auto plan = Scaled({one, other}, prices, terms);
  EXPECT_THAT(plan.Dollars(),
              DoubleNear((300 * 0.25 + 240 * 0.25 + 60 * 0.5) * 0.00065 * 720, 1e-6));
  EXPECT_EQ(plan.lines.front().remark, "60 to 300 WCU");
}

TEST(Classes, RequestsCostMoreAndStorageLess) {
  const auto prices = Now();
  const Load load{.writes = {.average = 1000}, .stored_bytes = 100 * kGb};
  Terms terms = TermsOf(prices);
  EXPECT_DOUBLE_EQ(OnDemand({load}, prices, terms).Dollars(Subject::kStorage), 25);
  terms.storage_class = StorageClass::kInfrequentAccess;
  const auto plan = OnDemand({load}, prices, terms);
  EXPECT_DOUBLE_EQ(plan.Dollars(Subject::kStorage), 10);
  EXPECT_DOUBLE_EQ(plan.Dollars(Subject::kWrites), 2628 * 0.78);
  EXPECT_THAT(Provisioned({load}, prices, terms, 1).Dollars(Subject::kWrites),
              DoubleNear(1000 * 730 * 0.00081, 1e-6));
}

TEST(FreeTier, CoversStorageUnitsAndStreamReads) {
  const auto prices = Now();
  const Load load{.writes = {.average = 30},
                  .reads = {.average = 20},
                  .stored_bytes = 30 * kGb,
                  .stream_reads = 1};
  Terms terms = TermsOf(prices);
  terms.free_tier = true;
  const auto plan = Provisioned({load}, prices, terms, 1);
  EXPECT_THAT(plan.Dollars(Subject::kWrites), DoubleNear(5 * 730 * 0.00065, 1e-9));
  EXPECT_EQ(plan.Dollars(Subject::kReads), 0);
  EXPECT_DOUBLE_EQ(plan.Dollars(Subject::kStorage), 5 * 0.25);
  EXPECT_DOUBLE_EQ(plan.Dollars(Subject::kStreams), (2'628'000 - 2'500'000) / 1e5 * 0.02);
  EXPECT_DOUBLE_EQ(OnDemand({load}, prices, terms).Dollars(Subject::kWrites), 30 * 2.628 * 0.625);
  terms.free_tier = false;
  EXPECT_DOUBLE_EQ(Provisioned({load}, prices, terms, 1).Dollars(Subject::kStreams),
                   2'628'000 / 1e5 * 0.02);
}

TEST(FreeTier, AppliesToTheStandardClassOnly) {
  const auto prices = Now();
  Terms terms = TermsOf(prices);
  terms.storage_class = StorageClass::kInfrequentAccess;
  const Load load{.writes = {.average = 20}, .stored_bytes = 20 * kGb};
  const double paid = Provisioned({load}, prices, terms, 1).Dollars();
  EXPECT_GT(paid, 0);
  terms.free_tier = true;
  EXPECT_EQ(Provisioned({load}, prices, terms, 1).Dollars(), paid);
}

// The fourth article says "~200 million reads".
TEST(FreeTier, Serves131MillionEventuallyConsistentReads) {
  EXPECT_DOUBLE_EQ(FreeRequests(25, ReadUnits({.item_bytes = 4096}), 730), 131.4e6);
  EXPECT_DOUBLE_EQ(FreeRequests(25, WriteUnits({.item_bytes = 1024}), 730), 65.7e6);
}

// The first article says "18 to 20 hours per day".
TEST(BreakEven, MatchesTheFirstArticlesPrices) {
  for (const auto& [million, hour] : {std::pair{1.25, 0.00065}, std::pair{0.25, 0.00013}}) {
    EXPECT_THAT(BreakEvenOf(million, hour, 1)->fraction, DoubleNear(0.1444, 1e-4));
    EXPECT_THAT(BreakEvenOf(million, hour, 1)->HoursPerDay(), DoubleNear(3.5, 0.05));
    EXPECT_THAT(BreakEvenOf(million, hour, 0.7)->HoursPerDay(), DoubleNear(5, 0.05));
  }
}

TEST(BreakEven, MatchesPresentPrices) {
  EXPECT_THAT(BreakEvenOf(0.625, 0.00065, 1)->fraction, DoubleNear(0.2889, 1e-4));
  EXPECT_THAT(BreakEvenOf(0.625, 0.00065, 0.7)->fraction, DoubleNear(0.4127, 1e-4));
  EXPECT_FALSE(BreakEvenOf(0, 0.00065, 1).has_value());
}

// At that load both plans cost the same.
TEST(BreakEven, IsWhereThePlansMeet) {
  const auto prices = Now();
  const double fraction = BreakEvenOf(0.625, 0.00065, 1)->fraction;
  const auto load = Writes(1000 * fraction, 1000);
  EXPECT_THAT(OnDemand({load}, prices, TermsOf(prices)).Dollars(),
              DoubleNear(Provisioned({load}, prices, TermsOf(prices), 1).Dollars(), 1e-6));
}

TEST(Plans, AreInTheOrderOfTheirKinds) {
  const auto prices = Now();
  Terms terms = TermsOf(prices);
  EXPECT_EQ(Plans({Writes(1000)}, prices, terms).size(), 6U);
  terms.utilization = 1;
  EXPECT_EQ(Plans({Writes(1000)}, prices, terms).size(), 5U);
  terms.storage_class = StorageClass::kInfrequentAccess;
  EXPECT_EQ(Plans({Writes(1000)}, prices, terms).size(), 3U);
}

TEST(Plans, TheCheapestDependsOnTheLoad) {
  const auto prices = Now();
  const Terms terms = TermsOf(prices);
  const auto steady = Plans({Writes(1000)}, prices, terms);
  EXPECT_EQ(Cheapest(steady).kind, PlanKind::kReservedThreeYears);
  EXPECT_EQ(CheapestUncommitted(steady).kind, PlanKind::kProvisioned);
  const auto little = Plans({Writes(0.01)}, prices, terms);
  EXPECT_EQ(Cheapest(little).kind, PlanKind::kOnDemand);
  Terms infrequent = terms;
  infrequent.storage_class = StorageClass::kInfrequentAccess;
  const auto daily = Plans({Writes(300, 1000)}, prices, infrequent);
  EXPECT_EQ(Cheapest(daily).kind, PlanKind::kScaled);
}

// A table of exactly 50 WCU, and one that auto scaling keeps at half use: 50 + 200 WCU.
TEST(Scaled, ATableMayHaveItsOwnRange) {
  const auto prices = Now();
  Load fixed = Writes(10);
  fixed.write_capacity = CapacityRange{.floor = 50, .ceiling = 50};
  Load scaled = Writes(100);
  scaled.utilization = 0.5;
  const auto plan = Scaled({fixed, scaled}, prices, TermsOf(prices));
  EXPECT_DOUBLE_EQ(plan.Dollars(), 250 * 730 * 0.00065);
}

TEST(Scaled, FollowsTheRecord) {
  const auto prices = Now();
  const auto terms = TermsOf(prices);
  Load load = Writes(35, 70);
  load.recorded_writes = {70, 0, 70, 0};
  const auto plan = Scaled({load}, prices, terms);
  EXPECT_THAT(plan.Dollars(), DoubleNear(730 * 0.00065 * 50, kCent));
  // Loads whose peaks come at different times share no capacity. They share the recorded time.
  Load other = Writes(35, 70);
  other.recorded_writes = {0, 70, 0, 70};
  const auto both = Scaled({load, other}, prices, terms);
  EXPECT_THAT(both.Dollars(), DoubleNear(730 * 0.00065 * 100, kCent));
  EXPECT_EQ(both.lines.front().remark, "100 WCU");
  EXPECT_EQ(plan.lines.front().remark, "100 WCU for 12 h a day, else 0");
}

TEST(Scaled, ARecordStaysWithinItsRange) {
  const auto prices = Now();
  auto terms = TermsOf(prices);
  terms.write_capacity = {.floor = 10, .ceiling = 60};
  Load load = Writes(35, 70);
  load.recorded_writes = {70, 0};
  EXPECT_THAT(Scaled({load}, prices, terms).Dollars(),
              DoubleNear(730 * 0.00065 * (60 + 10) / 2, kCent));
}

}  // namespace
}  // namespace stator::price
