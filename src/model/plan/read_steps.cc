#include "model/plan/read_steps.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/plan/fetch_parts.h"

namespace stator::model {
namespace {

void AddStep(const Model& model, const Pattern& pattern, ReadSteps& steps) {
  auto plan = PlanRead(model, pattern);
  if (plan.operation == Operation::kNone && !plan.statement) {
    Pattern scan = pattern;
    scan.verb = Verb::kScan;
    plan = PlanRead(model, scan);
  }
  steps.scans = steps.scans || plan.operation == Operation::kScan ||
                (plan.statement && plan.statement->scans());
  AddCost(EstimateRead(model, pattern, plan), steps.cost);
  steps.plans.push_back(std::move(plan));
}

// Returns the read of the parent, then those of the children under each of their keys.
ReadSteps StepsApart(const Model& model, const Pattern& pattern, ReadPlan plan) {
  ReadSteps steps{.cost = EstimateRead(model, pattern, plan)};
  auto children = std::exchange(plan.children, {});
  steps.plans.push_back(std::move(plan));
  for (auto& child : children) {
    auto others = std::exchange(child.others, {});
    steps.plans.push_back(std::move(child));
    std::ranges::move(others, std::back_inserter(steps.plans));
  }
  return steps;
}

}  // namespace

ReadSteps StepsOf(const Model& model, const Pattern& pattern) {
  ReadSteps steps{.cost = {.requests = 0}};
  auto plan = PlanRead(model, pattern);
  if (!plan.children.empty()) return StepsApart(model, pattern, std::move(plan));
  if (pattern.verb != Verb::kFetch || plan.operation != Operation::kNone) {
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
