#include "model/fetch_parts.h"
#include "model/price_model.h"

namespace stator::model {
namespace {

void AddStep(const Model& model, const Pattern& pattern, ReadSteps& steps) {
  auto plan = PlanRead(model, pattern);
  if (plan.operation == Operation::kNone) {
    Pattern scan = pattern;
    scan.verb = Verb::kScan;
    plan = PlanRead(model, scan);
  }
  steps.scans = steps.scans || plan.operation == Operation::kScan;
  AddCost(EstimateRead(model, pattern, plan), steps.cost);
  steps.plans.push_back(std::move(plan));
}

}  // namespace

ReadSteps StepsOf(const Model& model, const Pattern& pattern) {
  ReadSteps steps{.cost = {.requests = 0}};
  const auto plan = PlanRead(model, pattern);
  const bool together = plan.operation != Operation::kNone && plan.children.empty();
  if (pattern.verb != Verb::kFetch || together) {
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
