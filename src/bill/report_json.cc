#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time_text.h"
#include "bill/report.h"
#include "bill/usage_json.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/report.h"

namespace stator::bill {
namespace {

struct ReportedCache {
  double answered = 0;
  double saved = 0;
  std::string node;
  double nodes = kCacheNodes;
  double dollars = 0;
  bool pays = false;
};
BOOST_DESCRIBE_STRUCT(ReportedCache, (), (answered, saved, node, nodes, dollars, pays))

struct ReportedTable {
  std::string table;
  std::string_view billing;
  price::StorageClass class_ = price::StorageClass::kStandard;
  double dollars = 0;
  double write_units_per_second = 0;
  double read_units_per_second = 0;
  double write_units_peak = 0;
  double read_units_peak = 0;
  double bytes = 0;
  std::vector<price::ReportedPlan> plans;
  std::vector<price::ReportedPlan> other_class_plans;
  price::PlanKind cheapest = price::PlanKind::kOnDemand;
  price::PlanKind cheapest_uncommitted = price::PlanKind::kOnDemand;
  std::vector<price::ReportedBreakEven> break_even;
  std::optional<ReportedCache> dax;
};
BOOST_DESCRIBE_STRUCT(ReportedTable, (),
                      (table, billing, class_, dollars, write_units_per_second,
                       read_units_per_second, write_units_peak, read_units_peak, bytes, plans,
                       other_class_plans, cheapest, cheapest_uncommitted, break_even, dax))

// The counts themselves, with all their digits.
struct ReportedUsage {
  const capacity::AccountUse* use = nullptr;
};
void WriteJson(const ReportedUsage& usage, std::string& out) { WriteUsage(*usage.use, out); }

struct ReportedBill {
  std::string since;
  std::string until;
  double hours = 0;
  price::ReportedPrices prices;
  double month_hours = 0;
  double utilization = 0;
  double dollars = 0;
  std::vector<ReportedTable> tables;
  std::span<const PatternBill> patterns;
  std::span<const BillLine> lines;
  std::string_view unverified;
  ReportedUsage usage;
};
BOOST_DESCRIBE_STRUCT(ReportedBill, (),
                      (since, until, hours, prices, month_hours, utilization, dollars, tables,
                       patterns, lines, unverified, usage))

ReportedTable ReportedOf(const TableBill& table) {
  ReportedTable reported{.table = table.name,
                         .billing = table.on_demand ? "onDemand" : "provisioned",
                         .class_ = table.storage_class,
                         .dollars = table.dollars,
                         .write_units_per_second = table.load.writes.average,
                         .read_units_per_second = table.load.reads.average,
                         .write_units_peak = table.load.writes.peak,
                         .read_units_peak = table.load.reads.peak,
                         .bytes = table.load.stored_bytes,
                         .plans = price::ReportedPlans(table.plans),
                         .other_class_plans = price::ReportedPlans(table.other_class),
                         .cheapest = price::Cheapest(table.plans).kind,
                         .cheapest_uncommitted = price::CheapestUncommitted(table.plans).kind,
                         .break_even = price::ReportedBreakEvens(table.break_even)};
  if (table.cache) {
    reported.dax = ReportedCache{.answered = table.cache->answered,
                                 .saved = table.cache->saved,
                                 .node = table.cache->node,
                                 .dollars = table.cache->dollars,
                                 .pays = table.cache->Pays()};
  }
  return reported;
}

}  // namespace

std::string BillJson(const Bill& bill, const capacity::AccountUse& use) {
  ReportedBill report{.since = TimeText(bill.since),
                      .until = TimeText(bill.until),
                      .hours = bill.hours,
                      .prices = price::ReportedPricesOf(bill.prices),
                      .month_hours = bill.terms.month_hours,
                      .utilization = bill.terms.utilization,
                      .dollars = bill.dollars,
                      .patterns = bill.patterns,
                      .lines = bill.lines,
                      .unverified = bill.unverified,
                      .usage = {&use}};
  for (const auto& table : bill.tables) report.tables.push_back(ReportedOf(table));
  return json::ToJson(report, json::Doubles::kMillionths) + "\n";
}

}  // namespace stator::bill
