#include <algorithm>
#include <cmath>

#include "model/price_model.h"
#include "model/sizes.h"

namespace stator::model {
namespace {

void Add(const PatternCost& step, PatternCost& sum) {
  sum.requests += step.requests;
  sum.read_units += step.read_units;
  sum.write_units += step.write_units;
  sum.items_read += step.items_read;
  sum.bytes_read += step.bytes_read;
  for (const auto& arm : step.arms) {
    const auto same = std::ranges::find_if(sum.arms, [&](const ArmUnits& other) {
      return other.table == arm.table && other.index == arm.index;
    });
    if (same == sum.arms.end()) {
      sum.arms.push_back(arm);
    } else {
      same->read += arm.read;
      same->write += arm.write;
    }
  }
}

// How many of a child there usually are with one parent, as its own key tells.
double ChildrenPerParent(const Model& model, const Wanted& child) {
  const auto accesses = AccessesOf(model, *model.FindEntity(child.entity));
  return accesses.empty() ? 1 : InstancesPerKey(model, accesses.front());
}

// The parent by itself.
Pattern ParentOf(const Pattern& fetch) {
  Pattern parent = fetch;
  parent.verb = Verb::kGet;
  parent.children.clear();
  parent.expected.reset();
  return parent;
}

Pattern ChildOf(const Model& model, const Pattern& fetch, const Wanted& child) {
  Pattern list = fetch;
  list.verb = Verb::kList;
  list.target = child;
  list.children.clear();
  list.shows.clear();  // they are the parent's
  const Entity& entity = *model.FindEntity(child.entity);
  std::erase_if(list.bindings,
                [&](const Binding& binding) { return entity.Find(binding.attribute) == nullptr; });
  list.expected.reset();
  if (child.limit > 0 || !fetch.expected) return list;
  double all = 0;
  for (const auto& other : fetch.children) all += ChildrenPerParent(model, other);
  const double others = std::max(0.0, static_cast<double>(*fetch.expected) - 1);
  if (all > 0) list.expected = std::llround(others * ChildrenPerParent(model, child) / all);
  return list;
}

void AddStep(const Model& model, const Pattern& pattern, ReadSteps& steps) {
  auto plan = PlanRead(model, pattern);
  if (plan.operation == Operation::kNone) {
    Pattern scan = pattern;
    scan.verb = Verb::kScan;
    plan = PlanRead(model, scan);
  }
  steps.scans = steps.scans || plan.operation == Operation::kScan;
  Add(EstimateRead(model, pattern, plan), steps.cost);
  steps.plans.push_back(std::move(plan));
}

}  // namespace

ReadSteps StepsOf(const Model& model, const Pattern& pattern) {
  ReadSteps steps{.cost = {.requests = 0}};
  const bool apart =
      pattern.verb == Verb::kFetch && PlanRead(model, pattern).operation == Operation::kNone;
  if (!apart) {
    AddStep(model, pattern, steps);
    return steps;
  }
  AddStep(model, ParentOf(pattern), steps);
  for (const auto& child : pattern.children) {
    AddStep(model, ChildOf(model, pattern, child), steps);
  }
  return steps;
}

}  // namespace stator::model
