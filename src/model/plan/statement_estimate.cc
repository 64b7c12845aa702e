#include <algorithm>
#include <cmath>
#include <string>

#include "base/limits.h"
#include "model/plan/estimate.h"
#include "model/plan/page_cost.h"

namespace stator::model {
namespace {

class StatementEstimate {
 public:
  StatementEstimate(const Pattern& pattern, const ReadPlan& plan)
      : pattern_(pattern), plan_(plan), half_(pattern.strong ? 1 : 0.5) {}

  PatternCost Run() {
    const auto& reads = plan_.statement->reads;
    double units = 0;
    for (const auto& read : reads) {
      const double items = ItemsOf(read);
      const double item_bytes = read.items > 0 ? std::max(1.0, read.bytes / read.items) : 1;
      const auto pages = CostOfPages(items, item_bytes, ItemsOfPage(item_bytes), false);
      cost_.requests += pages.requests;
      units += pages.halves * half_;
      cost_.items_read += items;
      cost_.bytes_read += items * item_bytes;
    }
    if (reads.size() != 1) {  // one answer has at most so many items
      cost_.requests = std::max(1.0, std::ceil(cost_.items_read / limits::kStatementPageItemsMax));
    }
    AddResource(plan_.index == nullptr ? "" : plan_.index->name, units);
    if (plan_.fetches_rest) AddResource("", FetchedUnits());
    return std::move(cost_);
  }

 private:
  // Returns the items that the read meets. The number that the pattern states says nothing about
  // the items that a filter or a Scan drops.
  double ItemsOf(const StatementRead& read) const {
    const bool states = pattern_.expected && read.operation == Operation::kQuery &&
                        !plan_.statement->filtered && plan_.statement->reads.size() == 1;
    return states && read.items > 0 ? static_cast<double>(*pattern_.expected) : read.items;
  }

  // A local index fetches the attributes that it lacks from the table, item by item.
  double FetchedUnits() const {
    const Entity& entity = *plan_.wanted.front().entity;
    return cost_.items_read * HalvesOf(static_cast<double>(entity.bytes)) * half_;
  }

  void AddResource(const std::string& index, double units) {
    if (units <= 0) return;
    cost_.read_units += units;
    cost_.resources.push_back({.table = plan_.table->name, .index = index, .read = units});
  }

  const Pattern& pattern_;
  const ReadPlan& plan_;
  double half_;
  PatternCost cost_{.requests = 0};
};

}  // namespace

PatternCost EstimateStatement(const Pattern& pattern, const ReadPlan& plan) {
  if (plan.operation == Operation::kNone) return {.requests = 0};
  return StatementEstimate(pattern, plan).Run();
}

}  // namespace stator::model
