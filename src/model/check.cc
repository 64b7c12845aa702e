#include "model/check.h"

#include <algorithm>
#include <utility>

#include "base/stable_order.h"

namespace stator::model {
namespace {

PlannedPattern PlanOf(const Model& model, const Pattern& pattern) {
  PlannedPattern planned{.pattern = &pattern};
  if (pattern.reads()) {
    planned.read = PlanRead(model, pattern);
    planned.cost = EstimateRead(model, pattern, planned.read);
  } else {
    planned.write = PlanWrite(model, pattern);
    planned.cost = EstimateWrite(model, planned.write);
  }
  return planned;
}

}  // namespace

Checked Check(const Model& model) {
  Checked checked;
  for (const auto& pattern : model.patterns) checked.patterns.push_back(PlanOf(model, pattern));
  for (const auto look : {CheckReads, CheckStated, CheckWrites, CheckKeys, CheckHeat, CheckIndexes,
                          CheckAssertions}) {
    look(model, checked.patterns, checked.findings);
  }
  StableSortBy(checked.findings, [](const Finding& finding) {
    return std::pair(finding.place.line, finding.place.column);
  });
  return checked;
}

}  // namespace stator::model
