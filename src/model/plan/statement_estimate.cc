#include <algorithm>
#include <cmath>
#include <string>

#include "base/limits.h"
#include "model/plan/estimate.h"
#include "model/plan/page_cost.h"

namespace stator::model {
namespace {

// The items and bytes that one read meets before the filter.
struct Met {
  double items = 0;
  double bytes = 0;
};

Met MetBy(const Model& model, const StatementRead& read) {
  Met met;
  for (const auto& [row, count] : read.met) {
    const auto bytes = static_cast<double>(RowBytes(model, row));
    if (read.operation == Operation::kGetItem) {
      met = {1, std::max(met.bytes, bytes)};  // one item, of whichever kind
    } else {
      met.items += count;
      met.bytes += count * bytes;
    }
  }
  return met;
}

class StatementEstimate {
 public:
  StatementEstimate(const Model& model, const Pattern& pattern, const ReadPlan& plan)
      : model_(model), pattern_(pattern), plan_(plan), half_(pattern.strong ? 1 : 0.5) {}

  PatternCost Run() {
    const auto& reads = plan_.statement->reads;
    double units = 0;
    for (const auto& read : reads) {
      const Met met = Scaled(read);
      const double item_bytes = met.items > 0 ? std::max(1.0, met.bytes / met.items) : 1;
      const auto pages = CostOfPages(met.items, item_bytes, ItemsOfPage(item_bytes), false);
      cost_.requests += pages.requests;
      units += pages.halves * half_;
      cost_.items_read += met.items;
      cost_.bytes_read += met.bytes;
    }
    if (reads.size() != 1) {  // one answer has at most so many items
      cost_.requests = std::max(1.0, std::ceil(cost_.items_read / limits::kStatementPageItemsMax));
    }
    AddResource(plan_.index == nullptr ? "" : plan_.index->name, units);
    if (plan_.fetches_rest) AddResource("", FetchedUnits());
    return std::move(cost_);
  }

 private:
  // Applies the number of items that the pattern states. A filter or a Scan drops items, so the
  // number says nothing about those that are read.
  Met Scaled(const StatementRead& read) const {
    Met met = MetBy(model_, read);
    const bool states = pattern_.expected && read.operation == Operation::kQuery &&
                        !plan_.statement->filtered && plan_.statement->reads.size() == 1;
    if (!states || met.items <= 0) return met;
    const double factor = static_cast<double>(*pattern_.expected) / met.items;
    return {met.items * factor, met.bytes * factor};
  }

  // A local index fetches the attributes that it lacks from the table, item by item.
  double FetchedUnits() const {
    double units = 0;
    for (const auto& read : plan_.statement->reads) {
      for (const auto& [row, count] : read.met) {
        units += count * HalvesOf(static_cast<double>(row.entity->bytes)) * half_;
      }
    }
    return units;
  }

  void AddResource(const std::string& index, double units) {
    if (units <= 0) return;
    cost_.read_units += units;
    cost_.resources.push_back({.table = plan_.table->name, .index = index, .read = units});
  }

  const Model& model_;
  const Pattern& pattern_;
  const ReadPlan& plan_;
  double half_;
  PatternCost cost_{.requests = 0};
};

}  // namespace

PatternCost EstimateStatement(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  if (plan.operation == Operation::kNone) return {.requests = 0};
  return StatementEstimate(model, pattern, plan).Run();
}

}  // namespace stator::model
