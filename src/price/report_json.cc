#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "price/report.h"

namespace stator::price {
namespace {

struct ReportedUnits {
  double write = 0;
  double read = 0;
  double writes_per_second = 0;
  double reads_per_second = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedUnits, (), (write, read, writes_per_second, reads_per_second))

struct PriceReport {
  ReportedPrices prices;
  StorageClass class_ = StorageClass::kStandard;
  json::Exact month_hours;
  json::Exact utilization;
  bool free_tier = false;
  ReportedUnits units;
  std::vector<ReportedPlan> plans;
  std::vector<ReportedPlan> other_class_plans;
  PlanKind cheapest = PlanKind::kOnDemand;
  PlanKind cheapest_uncommitted = PlanKind::kOnDemand;
  std::vector<ReportedBreakEven> break_even;
  std::vector<std::string> notes;
};
BOOST_DESCRIBE_STRUCT(PriceReport, (),
                      (prices, class_, month_hours, utilization, free_tier, units, plans,
                       other_class_plans, cheapest, cheapest_uncommitted, break_even, notes))

}  // namespace

std::vector<ReportedPlan> ReportedPlans(const std::vector<Plan>& plans) {
  std::vector<ReportedPlan> all;
  for (const Plan& plan : plans) {
    ReportedPlan reported{.plan = plan.kind, .dollars = plan.Dollars()};
    for (const Line& line : plan.lines) {
      reported.lines.push_back({.subject = line.subject,
                                .quantity = line.quantity,
                                .unit = line.unit,
                                .price = {line.price},
                                .dollars = line.Dollars()});
    }
    all.push_back(std::move(reported));
  }
  return all;
}

std::vector<ReportedBreakEven> ReportedBreakEvens(const std::vector<BreakEvenLoads>& all) {
  std::vector<ReportedBreakEven> reported;
  for (const BreakEvenLoads& loads : all) {
    reported.push_back({.subject = loads.subject,
                        .full_load_units = loads.full_load,
                        .fully_used = loads.fully_used.fraction,
                        .at_utilization = loads.at_utilization.fraction});
  }
  return reported;
}

std::string_view NameText(const PriceTable& prices) {
  return ValidUtf8(prices.name) ? std::string_view(prices.name) : "?";
}

ReportedPrices ReportedPricesOf(const PriceTable& prices) {
  return {.name = std::string(NameText(prices)), .region = prices.region, .date = prices.date};
}

std::string ReportJson(const Question& question, const PriceTable& prices,
                       const Estimate& estimate) {
  const PriceReport report{.prices = ReportedPricesOf(prices),
                           .class_ = question.terms.storage_class,
                           .month_hours = {question.terms.month_hours},
                           .utilization = {question.terms.utilization},
                           .free_tier = question.terms.free_tier,
                           .units = {.write = estimate.write_units,
                                     .read = estimate.read_units,
                                     .writes_per_second = estimate.load.writes.average,
                                     .reads_per_second = estimate.load.reads.average},
                           .plans = ReportedPlans(estimate.plans),
                           .other_class_plans = ReportedPlans(estimate.other_class),
                           .cheapest = Cheapest(estimate.plans).kind,
                           .cheapest_uncommitted = CheapestUncommitted(estimate.plans).kind,
                           .break_even = ReportedBreakEvens(estimate.break_even),
                           .notes = estimate.notes};
  return json::ToJson(report, json::Doubles::kMillionths) + "\n";
}

}  // namespace stator::price
