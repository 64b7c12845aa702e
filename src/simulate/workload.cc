#include "simulate/workload.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/stable_order.h"
#include "model/cost/price_model.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"
#include "model/plan/read_steps.h"

namespace stator::simulate {
namespace {

class WorkloadMaker {
 public:
  WorkloadMaker(const model::Model& model, const Tables& tables) : model_(model), tables_(tables) {}

  std::vector<Flow> Run() {
    for (std::size_t i = 0; i < model_.patterns.size(); ++i) {
      const auto& pattern = model_.patterns[i];
      if (pattern.reads()) {
        const auto steps = StepsOf(model_, pattern);
        Add(Reads(steps), {.pattern = i, .pages = PagesOf(steps)});
        continue;
      }
      Flow flow{.pattern = i, .access = capacity::Access::kWrite};
      Add(Writes(PlanWrite(model_, pattern)), flow);
      flow.consumer = true;
      Add(Writes(StreamCopiesOf(model_, pattern)), std::move(flow));
    }
    return std::move(flows_);
  }

 private:
  void Add(std::vector<Want> wants, Flow flow) {
    if (wants.empty()) return;
    StableSortBy(wants, [&](const Want& want) { return tables_.resources()[want.resource].table; });
    flow.wants = std::move(wants);
    flows_.push_back(std::move(flow));
  }

  // Returns the row whose keys the units of a table or index serve. nullptr: the read spreads over
  // all keys.
  static const model::StoredRow* ReadHere(const model::ReadSteps& steps, const std::string& table,
                                          const std::string& index) {
    for (const auto& plan : steps.plans) {
      if (!plan.keyed() || plan.wanted.empty() || plan.table->name != table) continue;
      if ((plan.index == nullptr ? "" : plan.index->name) == index) return &plan.wanted.front();
    }
    return nullptr;
  }

  // Returns the item row that a second read fetches from the table for the entries that an index
  // found.
  std::optional<model::StoredRow> ItemOf(const model::ReadSteps& steps,
                                         const std::string& table) const {
    for (const auto& plan : steps.plans) {
      if (!plan.second_read || plan.table->name != table || plan.wanted.empty()) continue;
      for (auto& access : StoredRowsOf(model_, *plan.wanted.front().entity)) {
        if (access.InTable() && access.row == model::StoredRow::Row::kItem)
          return std::move(access);
      }
    }
    return std::nullopt;
  }

  // Returns the pages of one partition key. A read of several partition keys asks for them in
  // parallel.
  static double PagesOf(const model::ReadSteps& steps) {
    double partitions = 0;
    for (const auto& plan : steps.plans) partitions += static_cast<double>(plan.all_partitions());
    const double pages = steps.cost.requests / std::max(1.0, partitions);
    return pages > kPagesPerSecond ? pages : 1;
  }

  std::vector<Want> Reads(const model::ReadSteps& steps) const {
    std::vector<Want> wants;
    for (const auto& resource : steps.cost.resources) {
      if (resource.read <= 0) continue;
      Want want{.resource = tables_.Find(model_, resource.table, resource.index),
                .half_units = 2 * resource.read,
                .keys = EvenKeys()};
      if (const auto* access = ReadHere(steps, resource.table, resource.index)) {
        want.keys = KeysOf(model_, *access, false);
      } else if (const auto item = ItemOf(steps, resource.table); item && resource.index.empty()) {
        want.keys = KeysOf(model_, *item, false);
      }
      wants.push_back(std::move(want));
    }
    return wants;
  }

  std::vector<Want> Writes(const model::WritePlan& plan) const {
    const auto inserted = [&](const model::StoredRow& access) {
      return std::ranges::any_of(plan.rows, [&](const model::RowWrite& row) {
        return row.type == model::RowWrite::Type::kPut && row.access.entity == access.entity;
      });
    };
    std::vector<Want> wants;
    for (const auto& entry : EstimateWrite(model_, plan).entries) {
      if (entry.write <= 0) continue;
      const auto& access = entry.access;
      const std::string index = access.index == nullptr ? "" : access.index->name;
      wants.push_back({.resource = tables_.Find(model_, access.table->name, index),
                       .half_units = 2 * entry.write,
                       .keys = KeysOf(model_, access, inserted(access))});
    }
    return wants;
  }

  const model::Model& model_;
  const Tables& tables_;
  std::vector<Flow> flows_;
};

}  // namespace

std::int64_t Flow::Seconds() const {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(pages / kPagesPerSecond)));
}

std::vector<Flow> WorkloadOf(const model::Model& model, const Tables& tables) {
  return WorkloadMaker(model, tables).Run();
}

}  // namespace stator::simulate
