#include "model/cost/compare.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "base/quantity.h"
#include "model/cost/what_if.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

const PricedPattern& Find(const ModelPrice& price, const std::string& id) {
  return *std::ranges::find(price.patterns, id, &PricedPattern::id);
}

// Includes the backups that an export needs.
double DollarsOf(const Model& model, const Pattern& pattern, const ModelPrice& price) {
  double dollars = Find(price, pattern.id).Total().on_demand;
  if (pattern.verb != Verb::kExport) return dollars;
  const auto& table = model.FindEntity(pattern.target.entity)->table;
  for (const auto& extra : price.extras) {
    if (extra.pattern.empty() && extra.table == table) dollars += extra.dollars;
  }
  return dollars;
}

// Whether the pattern scans or exports by design.
bool IsRare(const Pattern& pattern, const ModelPrice& price) {
  if (pattern.sql) return Find(price, pattern.id).scans;
  return pattern.verb == Verb::kScan || pattern.verb == Verb::kExport;
}

class Comparison {
 public:
  Comparison(const Model& model, const price::PriceTable& prices, const PricingTerms& terms)
      : model_(model),
        apart_model_(TablePerEntity(model)),
        prices_(prices),
        terms_(terms),
        together_(PriceModel(model_, prices, terms)),
        apart_(PriceModel(apart_model_, prices, terms)) {}

  Collections Run() {
    const double base = OnDemandOf(together_);
    Collections all{
        .together = base, .apart = OnDemandOf(apart_), .one_by_one = base, .scanned = base};
    for (const auto& pattern : model_.patterns) {
      if (pattern.verb != Verb::kFetch) continue;
      const auto fetch = CollectionOf(pattern);
      all.one_by_one += fetch.one_by_one.dollars - fetch.together.dollars;
      all.scanned += fetch.scanned.dollars - fetch.together.dollars;
      all.fetches.push_back(fetch);
    }
    return all;
  }

 private:
  static double OnDemandOf(const ModelPrice& price) {
    return price.plans.front().Dollars() + price.Extras();
  }

  double MonthDollars(const Pattern& pattern, double units) const {
    const Table& table = *model_.FindTable(model_.FindEntity(pattern.target.entity)->table);
    const auto as_written = table.table_class == TableClass::kStandard
                                ? price::StorageClass::kStandard
                                : price::StorageClass::kInfrequentAccess;
    const auto& price = prices_.Of(terms_.storage_class.value_or(as_written));
    return pattern.per_second * units * kSecondsPerHour * terms_.terms.month_hours / kMillion *
           price.read_million;
  }

  ReadWay WayOf(const Pattern& pattern, double requests, double units) const {
    return {.requests = requests, .read_units = units, .dollars = MonthDollars(pattern, units)};
  }

  Collection CollectionOf(const Pattern& pattern) const {
    const auto& together = Find(together_, pattern.id).cost;
    const auto& apart = Find(apart_, pattern.id).cost;
    Collection fetch{.id = pattern.id, .per_second = pattern.per_second};
    fetch.items = pattern.expected ? static_cast<double>(*pattern.expected) : together.items_read;
    fetch.together = WayOf(pattern, together.requests, together.read_units);
    fetch.apart = WayOf(pattern, apart.requests, apart.read_units);
    const double each = together.bytes_read / std::max(1.0, together.items_read);
    const double units =
        std::max(1.0, std::ceil(each / limits::kReadUnitBytes)) * (pattern.strong ? 1 : 0.5);
    fetch.one_by_one = WayOf(pattern, fetch.items, fetch.items * units);
    fetch.scanned = Scanned(pattern);
    return fetch;
  }

  // Reads the parent by its key and each child by a Scan of the child's own table.
  ReadWay Scanned(const Pattern& pattern) const {
    double requests = 1;
    double units = pattern.strong ? 1 : 0.5;
    for (const auto& child : pattern.children) {
      Pattern scan = pattern;
      scan.verb = Verb::kScan;
      scan.target = child;
      scan.children.clear();
      const auto cost = Estimate(apart_model_, scan);
      requests += cost.requests;
      units += cost.read_units;
    }
    return WayOf(pattern, requests, units);
  }

  const Model& model_;
  const Model apart_model_;
  const price::PriceTable& prices_;
  const PricingTerms& terms_;
  const ModelPrice together_;
  const ModelPrice apart_;
};

}  // namespace

std::vector<RarePattern> CompareRare(const Model& model, const ModelPrice& price,
                                     const price::PriceTable& prices, const PricingTerms& terms) {
  std::vector<RarePattern> all;
  for (const auto& pattern : model.patterns) {
    if (!IsRare(pattern, price)) continue;
    RarePattern rare{.id = pattern.id,
                     .verb = pattern.verb,
                     .per_second = pattern.per_second,
                     .dollars = DollarsOf(model, pattern, price)};
    if (const auto with = WithIndexFor(model, pattern)) {
      rare.index = PrintNames(IndexedBy(model, pattern));
      rare.extra = PriceModel(*with, prices, terms).Total() - price.Total();
    }
    all.push_back(std::move(rare));
  }
  return all;
}

Collections CompareCollections(const Model& model, const price::PriceTable& prices,
                               const PricingTerms& terms) {
  return Comparison(model, prices, terms).Run();
}

}  // namespace stator::model
