#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/describe.h"
#include "json/to_json.h"
#include "price/estimate.h"

namespace stator::price {

// Parts of reports that other modules use too.
// The plans side by side, by subject, and an empty line.
std::string PlansText(const std::vector<Plan>& plans, double utilization);
// The cheapest plan in this storage class and in the other, in a line or two.
std::string CheapestText(const std::vector<Plan>& plans, const std::vector<Plan>& other_class,
                         const Terms& terms);
// The break-even loads, in a line or two each.
std::string BreakEvenText(const std::vector<BreakEvenLoads>& all);
// The title of a class: "Standard".
std::string_view ClassTitle(StorageClass storage_class);
// "writes   2,592 million write units x $1.25 = $3,240.00"
std::string LineText(const Line& line);

// Parts of reports for programs (docs/prices.md), which are written with Doubles::kMillionths.
struct ReportedLine {
  Subject subject = Subject::kWrites;
  double quantity = 0;
  std::string unit;
  json::Exact price;
  double dollars = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedLine, (), (subject, quantity, unit, price, dollars))

struct ReportedPlan {
  PlanKind plan = PlanKind::kOnDemand;
  double dollars = 0;
  std::vector<ReportedLine> lines;
};
BOOST_DESCRIBE_STRUCT(ReportedPlan, (), (plan, dollars, lines))
std::vector<ReportedPlan> ReportedPlans(const std::vector<Plan>& plans);

struct ReportedBreakEven {
  Subject subject = Subject::kWrites;
  double full_load_units = 0;
  double fully_used = 0;
  double at_utilization = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedBreakEven, (), (subject, full_load_units, fully_used, at_utilization))
std::vector<ReportedBreakEven> ReportedBreakEvens(const std::vector<BreakEvenLoads>& all);

struct ReportedPrices {
  std::string name;
  std::string region;
  std::string date;
};
BOOST_DESCRIBE_STRUCT(ReportedPrices, (), (name, region, date))
ReportedPrices ReportedPricesOf(const PriceTable& prices);
// The name of the prices as valid UTF-8 for JSON. A path may contain any bytes.
std::string_view NameText(const PriceTable& prices);

// Formats the answer for a person: the plans side by side, their calculation, the cheapest and the
// break-even loads.
std::string ReportText(const Question& question, const PriceTable& prices,
                       const Estimate& estimate);

// Formats the same for a program: one JSON object (docs/prices.md).
std::string ReportJson(const Question& question, const PriceTable& prices,
                       const Estimate& estimate);

}  // namespace stator::price
