#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "model/plan/estimate.h"
#include "model/plan/fetch_parts.h"
#include "model/plan/page_cost.h"
#include "model/plan/rows_in_range.h"

namespace stator::model {
namespace {

class ReadEstimate {
 public:
  ReadEstimate(const Model& model, const Pattern& pattern, const ReadPlan& plan)
      : model_(model),
        pattern_(pattern),
        plan_(plan),
        partitions_(static_cast<double>(plan.partitions())),
        limit_(static_cast<double>(plan.limit)) {}

  PatternCost Run() {
    switch (plan_.operation) {
      case Operation::kNone:
      case Operation::kExport:
      case Operation::kStatement:
        return {.requests = 0};
      case Operation::kGetItem:
        Add(plan_.wanted.front(), 1);
        returned_ = 1;
        break;
      case Operation::kQuery:
        Query();
        break;
      case Operation::kScan:
        Scan();
        break;
    }
    Charge();
    return std::move(cost_);
  }

 private:
  void Add(const StoredRow& access, double rows) {
    cost_.items_read += rows;
    cost_.bytes_read += rows * static_cast<double>(RowBytes(model_, access));
  }

  RowsInRange InRange(const StoredRow& access) const {
    return CountInRange(model_, pattern_, plan_, access);
  }

  bool Fetches() const { return pattern_.verb == Verb::kFetch; }

  // Returns how many items one run gives, as far as `->` and the limit state it.
  double Answer() const {
    if (pattern_.verb == Verb::kGet) return 1;
    if (pattern_.expected && (plan_.limit == 0 || *pattern_.expected < plan_.limit)) {
      return static_cast<double>(*pattern_.expected);
    }
    if (plan_.limit > 0) return limit_;
    double rows = Fetches() ? 1 : 0;
    for (const auto& access : plan_.wanted) {
      if (Fetches() && &access == &plan_.wanted.front()) continue;
      rows += InRange(access).rows;
    }
    return rows * FilterShare(model_, pattern_, plan_);
  }

  void Query() {
    const double answer = Answer();
    // A page with fewer items than the limit shows that the read reached the end of its range.
    const bool cut = plan_.limit > 0 && answer >= limit_;
    if (plan_.filtered.empty() && (!cut || Fetches())) {
      AddWanted(answer);
    } else {
      AddRange(answer);
    }
    const double wanted = cost_.items_read;
    // A limited fetch stops before the rows that it does not want.
    if (!cut || !Fetches()) {
      for (const auto& access : plan_.over_read) Add(access, InRange(access).rows);
    }
    returned_ = plan_.filtered.empty() ? cost_.items_read : answer;
    if (cut && !Fetches()) Cut(limit_ * partitions_ / KeptOf(wanted));
  }

  // Returns the share of the rows read that counts towards the limit.
  double KeptOf(double wanted) const {
    if (plan_.filtered.empty()) return 1;
    const double kept = FilterShare(model_, pattern_, plan_) * wanted / cost_.items_read;
    return std::max(kept, kRounding);
  }

  // Adds the wanted rows. A collection has one parent; its children share the rest as they usually
  // do.
  void AddWanted(double answer) {
    if (plan_.wanted.size() == 1) return Add(plan_.wanted.front(), answer);
    Add(plan_.wanted.front(), 1);
    double usual = 0;
    for (std::size_t i = 1; i < plan_.wanted.size(); ++i) usual += InRange(plan_.wanted[i]).rows;
    if (usual <= 0) return;
    for (std::size_t i = 1; i < plan_.wanted.size(); ++i) {
      const auto& access = plan_.wanted[i];
      Add(access, (answer - 1) * InRange(access).rows / usual);
    }
  }

  // Adds all rows of the range, of which a filter or a limit keeps a part.
  void AddRange(double answer) {
    double known = 0;
    std::vector<double> rows;
    for (const auto& access : plan_.wanted) {
      rows.push_back(RowsOf(InRange(access), answer));
      known += rows.back();
    }
    // The answer's items lie in the range, so there are at least as many.
    if (known <= 0) return Add(plan_.wanted.front(), answer);
    const double more = std::max(1.0, answer / known);
    for (std::size_t i = 0; i < rows.size(); ++i) Add(plan_.wanted[i], rows[i] * more);
  }

  // Returns the rows of one kind in the range. If the model does not state their number, it follows
  // from the answer and the share that the filter keeps.
  double RowsOf(const RowsInRange& range, double answer) const {
    if (range.known) return range.rows;
    if (plan_.filtered.empty()) return range.rows_max;
    const double guess = answer / FilterShare(model_, pattern_, plan_);
    return std::min(range.rows_max, std::max(range.rows, guess));
  }

  // A limited read ends as soon as it has enough items.
  void Cut(double items) {
    if (items >= cost_.items_read) return;
    cost_.bytes_read *= items / cost_.items_read;
    cost_.items_read = items;
    ended_early_ = true;
  }

  void Scan() {
    for (const auto* list : {&plan_.wanted, &plan_.over_read}) {
      for (const auto& access : *list) {
        Add(access, static_cast<double>(access.entity->count) * PresenceOf(access));
      }
    }
  }

  // Returns the rows of a page. The row that reaches 1 MB is the last, unless the limit ends the
  // page before.
  double PageItems(double item_bytes) const {
    const double by_size = ItemsOfPage(item_bytes);
    const bool limited = plan_.limit > 0 && plan_.operation == Operation::kQuery;
    return limited ? std::min(by_size, limit_) : by_size;
  }

  // Each partition key has a request of its own, and each page is rounded by itself.
  void Charge() {
    const double half = pattern_.strong ? 1 : 0.5;
    const double items = cost_.items_read / partitions_;
    const double item_bytes =
        cost_.items_read > 0 ? std::max(1.0, cost_.bytes_read / cost_.items_read) : 1;
    const double page = PageItems(item_bytes + FetchedBytes());
    const auto pages = CostOfPages(items, item_bytes, page, Continues(page));
    cost_.requests = partitions_ * pages.requests;
    AddResource(plan_.index == nullptr ? "" : plan_.index->name, partitions_ * pages.halves * half);
    if (plan_.fetches_rest) AddResource("", cost_.items_read * HalvesOf(FetchedBytes()) * half);
    if (plan_.second_read) ReadAgain(half);
  }

  // Whether the read asks for a further page. A page that the limit ends does not show whether it
  // was the last, so a filter that has not found enough asks once more.
  bool Continues(double page) const {
    return plan_.limit > 0 && !plan_.filtered.empty() && !ended_early_ && page >= limit_;
  }

  void AddResource(const std::string& index, double units) {
    cost_.read_units += units;
    cost_.resources.push_back({.table = plan_.table->name, .index = index, .read = units});
  }

  // Returns the bytes that a local index fetches from the table for each item.
  double FetchedBytes() const { return plan_.fetches_rest ? static_cast<double>(ItemBytes()) : 0; }

  std::int64_t ItemBytes() const {
    const auto& wanted = plan_.wanted.front();
    for (const auto& row : StoredRowsOf(model_, *wanted.entity)) {
      if (row.InTable() && wanted.IsOf(row)) return RowBytes(model_, row);
    }
    return wanted.entity->bytes;
  }

  // Adds a get by key for each item of the answer.
  void ReadAgain(double half) {
    const double items = plan_.limit > 0 ? std::min(returned_, limit_) : returned_;
    cost_.requests += items;
    AddResource("", HalvesOf(static_cast<double>(ItemBytes())) * half * items);
  }

  const Model& model_;
  const Pattern& pattern_;
  const ReadPlan& plan_;
  double partitions_;
  double limit_;              // 0: no limit
  double returned_ = 0;       // items that one run gives
  bool ended_early_ = false;  // the limit ended the read
  PatternCost cost_{.requests = 0};
};

}  // namespace

PatternCost EstimateRead(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  if (plan.statement) return EstimateStatement(pattern, plan);
  if (plan.children.empty()) return ReadEstimate(model, pattern, plan).Run();
  auto sum = ReadEstimate(model, TogetherOf(model, pattern, plan), plan).Run();
  for (const auto& apart : plan.children) {
    const auto child = ChildOf(model, pattern, apart);
    for (const ReadPlan* read : apart.alternatives()) {
      AddCost(ReadEstimate(model, UnderKey(child, read->wanted.front()), *read).Run(), sum);
    }
  }
  return sum;
}

}  // namespace stator::model
