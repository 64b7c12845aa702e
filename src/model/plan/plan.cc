#include "model/plan/plan.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/stable_order.h"
#include "model/language/templates.h"
#include "model/plan/attempt.h"
#include "model/plan/fetch_parts.h"

namespace stator::model {
namespace {

// Ranks the plans for one pattern; the least is the best.
auto RankOf(const Pattern& pattern, const ReadPlan& plan) {
  const bool too_weak = pattern.strong && plan.index != nullptr && !plan.index->local;
  const auto fields = plan.sort.prefix.parts.size();
  return std::tuple(plan.filtered.size(), !plan.ordered, too_weak, plan.second_read,
                    plan.fetches_rest, plan.partitions(), plan.over_read.size(),
                    plan.sort.unterminated, plan.operation != Operation::kGetItem,
                    plan.index != nullptr, plan.wanted.front().row != StoredRow::Row::kItem,
                    -static_cast<std::int64_t>(fields));
}

std::string PlaceText(const StoredRow& row) {
  return fmt::format("{} ({} / {})", row.index == nullptr ? "table" : row.index->name,
                     TextOf(row.key.partition), TextOf(row.key.sort));
}

// Whether the pattern may use this table or index: any, unless its `via` or stated request names
// one.
bool Pinned(const Pattern& pattern, const StoredRow& row) {
  const std::string index = row.index == nullptr ? "" : row.index->name;
  if (pattern.stated && !pattern.stated->key) return pattern.stated->index == index;
  if (pattern.via.empty()) return true;
  return pattern.via == (index.empty() ? "table" : index);
}

ReadPlan WholeTable(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern,
                    Operation operation) {
  ReadPlan plan{.operation = operation};
  const Entity* entity = model.FindEntity(pattern.target.entity);
  plan.table = model.FindTable(entity->table);
  for (const auto& row : all) {
    if (row.table != plan.table || !row.InTable()) continue;
    const bool wanted = row.entity == entity && row.row == StoredRow::Row::kItem;
    (wanted ? plan.wanted : plan.over_read).push_back(row);
  }
  for (const auto& binding : pattern.bindings) plan.filtered.push_back(binding.attribute);
  return plan;
}

struct Tried {
  std::vector<ReadPlan> plans;  // the best plan first
  std::string why;              // each row's reason why it cannot serve the pattern
};

Tried Try(const std::vector<StoredRow>& all, const Pattern& pattern) {
  Tried tried;
  for (const auto& row : all) {
    if (row.entity->name != pattern.target.entity || row.row == StoredRow::Row::kGuard) continue;
    if (!Pinned(pattern, row)) continue;
    auto plan = PlanFrom(row, pattern, all);
    if (plan) {
      tried.plans.push_back(*std::move(plan));
    } else {
      tried.why +=
          fmt::format("{}{}: {}", tried.why.empty() ? "" : "; ", PlaceText(row), plan.error());
    }
  }
  StableSortBy(tried.plans, [&](const ReadPlan& plan) { return RankOf(pattern, plan); });
  return tried;
}

// Whether the read returns exactly the wanted rows, in order, and reads nothing else.
bool ServesAlone(const ReadPlan& plan) {
  const bool keyed = plan.operation == Operation::kGetItem || plan.operation == Operation::kQuery;
  return keyed && plan.filtered.empty() && plan.ordered && !plan.second_read &&
         !plan.sort.unterminated && plan.over_read.empty();
}

bool LiesBeside(const ReadPlan& plan, const ReadPlan& parent) {
  return plan.table == parent.table && plan.index == parent.index;
}

const Template& SortOf(const ReadPlan& plan) { return plan.wanted.front().key.sort; }

ReadPlan CannotMerge(const Pattern& child, const Template& one, const Template& other) {
  return {
      .reason = fmt::format("the keys of {} have different sort keys, {} and {}, so their items "
                            "cannot be merged",
                            child.target.entity, TextOf(one), TextOf(other)),
      .cure = fmt::format("Give the keys of {} one sort key, or fetch them in patterns of their "
                          "own.",
                          child.target.entity)};
}

// Plans a read under each key that the children may have. The keys must sort alike, so that the
// answers can be merged.
ReadPlan PlanUnderEachKey(const Model& model, const std::vector<StoredRow>& all,
                          const Pattern& child, const ReadPlan& parent) {
  std::vector<ReadPlan> plans;
  for (const auto& key : model.FindEntity(child.target.entity)->keys) {
    if (!key.when) return {};
    Pattern under = child;
    under.bindings.push_back({.attribute = key.when->attribute, .value = key.when->value});
    plans.push_back(PlanRead(model, all, under));
    if (!LiesBeside(plans.back(), parent)) return {};
  }
  if (plans.empty()) return {};
  for (const auto& own : plans) {
    if (SortOf(own).parts == SortOf(plans.front()).parts) continue;
    return CannotMerge(child, SortOf(plans.front()), SortOf(own));
  }
  if (!std::ranges::all_of(plans, ServesAlone)) return {};
  ReadPlan first = std::move(plans.front());
  first.others.assign(std::move_iterator(plans.begin() + 1), std::move_iterator(plans.end()));
  return first;
}

ReadPlan PlanBeside(const Model& model, const std::vector<StoredRow>& all, const Pattern& child,
                    const ReadPlan& parent) {
  auto own = PlanRead(model, all, child);
  if (ServesAlone(own) && LiesBeside(own, parent)) return own;
  return PlanUnderEachKey(model, all, child, parent);
}

// Plans one read of the parent and the children under its key, in any order. If there is none,
// plans the parent alone.
ReadPlan PlanTogether(const Model& model, const std::vector<StoredRow>& all, const Pattern& fetch) {
  const auto apart = [&](const Wanted& child) {
    if (!child.order.empty() || child.limit > 0) return true;
    Pattern one = fetch;
    one.children = {child};
    return Try(all, one).plans.empty();
  };
  Pattern together = fetch;
  std::erase_if(together.children, apart);
  if (!together.children.empty()) {
    auto tried = Try(all, together);
    if (!tried.plans.empty() && ServesAlone(tried.plans.front())) {
      return std::move(tried.plans.front());
    }
  }
  return PlanRead(model, all, ParentOf(fetch));
}

bool Gets(const ReadPlan& plan, const Wanted& child) {
  return std::any_of(plan.wanted.begin() + 1, plan.wanted.end(),
                     [&](const StoredRow& row) { return row.entity->name == child.entity; });
}

// Plans the parent under its own key, and children in shards beside it. kNone: no such plan exists.
// A reason is given only if one obstacle alone prevents such a plan.
ReadPlan PlanOverShards(const Model& model, const std::vector<StoredRow>& all,
                        const Pattern& fetch) {
  if (fetch.verb != Verb::kFetch || fetch.stated) return {};
  auto plan = PlanTogether(model, all, fetch);
  if (!ServesAlone(plan) || plan.partitions() > 1) return {};
  bool sharded = false;
  for (const auto& child : fetch.children) {
    if (Gets(plan, child)) continue;
    auto own = PlanBeside(model, all, ChildOf(model, fetch, child), plan);
    if (own.operation == Operation::kNone) return own;
    sharded = sharded || own.shards > 1 || !own.others.empty();
    plan.children.push_back(std::move(own));
  }
  if (!sharded) return {};
  // The executor of a read bounds this sum.
  if (plan.all_partitions() - plan.partitions() > static_cast<std::int64_t>(kFanOutMax)) {
    return {.reason = fmt::format("they read more than {} partition keys", kFanOutMax),
            .cure = "Use fewer shards, or fetch the children in patterns of their own."};
  }
  return plan;
}

}  // namespace

std::int64_t ReadPlan::all_partitions() const {
  std::int64_t sum = partitions();
  for (const auto& child : children) {
    for (const ReadPlan* read : child.alternatives()) sum += read->partitions();
  }
  return sum;
}

bool ReadPlan::keyed() const {
  if (statement) return operation == Operation::kStatement && !statement->scans();
  return operation == Operation::kGetItem || operation == Operation::kQuery;
}

std::vector<const ReadPlan*> ReadPlan::alternatives() const {
  std::vector<const ReadPlan*> all{this};
  for (const auto& other : others) all.push_back(&other);
  return all;
}

const StoredRow& ReadPlan::last_wanted() const {
  return children.empty() ? wanted.back() : children.back().wanted.back();
}

ReadPlan PlanRead(const Model& model, const Pattern& pattern) {
  return PlanRead(model, AllStoredRows(model), pattern);
}

ReadPlan PlanRead(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern) {
  if (pattern.sql) return PlanStatement(model, all, pattern);
  if (pattern.verb == Verb::kScan) return WholeTable(model, all, pattern, Operation::kScan);
  if (pattern.verb == Verb::kExport) return WholeTable(model, all, pattern, Operation::kExport);
  auto tried = Try(all, pattern);
  if (!tried.plans.empty()) return std::move(tried.plans.front());
  auto apart = PlanOverShards(model, all, pattern);
  if (apart.operation != Operation::kNone) return apart;
  if (!apart.reason.empty()) tried.why += "; several Queries do not either: " + apart.reason;
  if (!tried.why.empty()) return {.reason = std::move(tried.why), .cure = std::move(apart.cure)};
  return {.reason = pattern.via.empty()
                        ? fmt::format("{} has no key", pattern.target.entity)
                        : fmt::format("{} is not in {}", pattern.target.entity, pattern.via)};
}

}  // namespace stator::model
