#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/describe.h"
#include "json/to_json.h"
#include "model/cost/report.h"
#include "price/report.h"

namespace stator::model {
namespace {

// Indexes have a name in the report, tables themselves have none.
std::optional<std::string> IndexIn(const std::string& index) {
  return index.empty() ? std::nullopt : std::optional(index);
}

struct ReportedPattern {
  std::string_view id;
  double per_second = 0;
  double peak_per_second = 0;
  std::span<const std::string> served_by;
  bool scans = false;
  double requests = 0;
  double read_units = 0;
  double write_units = 0;
  double on_demand = 0;
  double auto_scaling = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedPattern, (),
                      (id, per_second, peak_per_second, served_by, scans, requests, read_units,
                       write_units, on_demand, auto_scaling))

struct ReportedResource {
  std::string_view table;
  std::optional<std::string> index;
  price::StorageClass class_ = price::StorageClass::kStandard;
  double read_units_per_second = 0;
  double write_units_per_second = 0;
  double read_units_peak = 0;
  double write_units_peak = 0;
  double bytes = 0;
  double storage = 0;
  double on_demand = 0;
  double auto_scaling = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedResource, (),
                      (table, index, class_, read_units_per_second, write_units_per_second,
                       read_units_peak, write_units_peak, bytes, storage, on_demand, auto_scaling))

struct ReportedLocalIndex {
  std::string_view table;
  std::string_view index;
  double read_units_per_second = 0;
  double write_units_per_second = 0;
  double bytes = 0;
  double on_demand = 0;
  double auto_scaling = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedLocalIndex, (),
                      (table, index, read_units_per_second, write_units_per_second, bytes,
                       on_demand, auto_scaling))

struct ReportedStorage {
  std::string_view entity;
  std::string_view table;
  std::optional<std::string> index;
  double items = 0;
  double bytes = 0;
  double dollars = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedStorage, (), (entity, table, index, items, bytes, dollars))

struct ReportedDesign {
  std::string_view name;
  std::vector<ReportedPattern> patterns;
  std::vector<ReportedResource> tables;
  std::vector<ReportedLocalIndex> local_indexes;
  std::vector<ReportedStorage> storage;
  std::span<const PricedExtra> extras;
  std::vector<price::ReportedPlan> plans;
  double requests_per_second = 0;
  double stream_reader = 0;
  double total = 0;
  std::span<const std::string> notes;
};
BOOST_DESCRIBE_STRUCT(ReportedDesign, (),
                      (name, patterns, tables, local_indexes, storage, extras, plans,
                       requests_per_second, stream_reader, total, notes))

struct ReportedRare {
  std::string_view id;
  double dollars = 0;
  std::optional<std::string> index;
  std::optional<double> more_with_index;
};
BOOST_DESCRIBE_STRUCT(ReportedRare, (), (id, dollars, index, more_with_index))

struct ModelPriceReport {
  std::string_view model;
  price::ReportedPrices prices;
  double month_hours = 0;
  bool free_tier = false;
  ReportedDesign design;
  std::optional<ReportedDesign> what_if;
  std::vector<ReportedRare> rare;
  std::optional<Collections> collections;
  std::string unverified;
  std::optional<double> budget;
  std::optional<bool> over_budget;
};
BOOST_DESCRIBE_STRUCT(ModelPriceReport, (),
                      (model, prices, month_hours, free_tier, design, what_if, rare, collections,
                       unverified, budget, over_budget))

ReportedPattern ReportedOf(const PricedPattern& pattern) {
  const Dollars total = pattern.Total();
  return {.id = pattern.id,
          .per_second = pattern.per_second,
          .peak_per_second = pattern.peak_per_second,
          .served_by = pattern.requests,
          .scans = pattern.scans,
          .requests = pattern.cost.requests,
          .read_units = pattern.cost.read_units,
          .write_units = pattern.cost.write_units + pattern.stream_copies.write_units,
          .on_demand = total.on_demand,
          .auto_scaling = total.scaled};
}

ReportedResource ReportedOf(const PricedResource& resource) {
  const Dollars total = resource.Total();
  return {.table = resource.table,
          .index = IndexIn(resource.index),
          .class_ = resource.storage_class,
          .read_units_per_second = resource.load.reads.average,
          .write_units_per_second = resource.load.writes.average,
          .read_units_peak = resource.load.reads.peak,
          .write_units_peak = resource.load.writes.peak,
          .bytes = resource.load.stored_bytes,
          .storage = resource.storage,
          .on_demand = total.on_demand,
          .auto_scaling = total.scaled};
}

ReportedLocalIndex ReportedOf(const PricedLocalIndex& local) {
  return {.table = local.table,
          .index = local.index,
          .read_units_per_second = local.reads,
          .write_units_per_second = local.writes,
          .bytes = local.bytes,
          .on_demand = local.dollars.on_demand,
          .auto_scaling = local.dollars.scaled};
}

ReportedStorage ReportedOf(const PricedStorage& priced) {
  return {.entity = priced.stored.entity,
          .table = priced.stored.table,
          .index = IndexIn(priced.stored.index),
          .items = priced.stored.items,
          .bytes = priced.stored.bytes,
          .dollars = priced.dollars};
}

ReportedRare ReportedOf(const RarePattern& rare) {
  return {.id = rare.id,
          .dollars = rare.dollars,
          .index = rare.extra ? std::optional(rare.index) : std::nullopt,
          .more_with_index = rare.extra};
}

template <class T>
auto ReportedOf(const std::vector<T>& all) {
  std::vector<decltype(ReportedOf(all.front()))> reported;
  for (const T& each : all) reported.push_back(ReportedOf(each));
  return reported;
}

ReportedDesign ReportedOf(const PricedDesign& design) {
  const auto& price = design.price;
  return {.name = design.name,
          .patterns = ReportedOf(price.patterns),
          .tables = ReportedOf(price.resources),
          .local_indexes = ReportedOf(price.local_indexes),
          .storage = ReportedOf(price.storage),
          .extras = price.extras,
          .plans = price::ReportedPlans(price.plans),
          .requests_per_second = price.Requests(),
          .stream_reader = price.stream_call_dollars,
          .total = price.Total(),
          .notes = price.notes};
}

}  // namespace

std::string ModelPriceJson(const PriceAnswer& answer) {
  ModelPriceReport report{.model = answer.model,
                          .prices = price::ReportedPricesOf(answer.prices),
                          .month_hours = answer.terms.terms.month_hours,
                          .free_tier = answer.terms.terms.free_tier,
                          .design = ReportedOf(answer.design),
                          .rare = ReportedOf(answer.rare),
                          .collections = answer.collections,
                          .unverified = UnverifiedText(answer),
                          .budget = answer.budget};
  if (answer.other) report.what_if = ReportedOf(*answer.other);
  if (answer.budget) report.over_budget = answer.OverBudget();
  return json::ToJson(report, json::Doubles::kMillionths) + "\n";
}

}  // namespace stator::model
