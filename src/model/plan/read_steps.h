#pragma once

#include <vector>

#include "model/language/model.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"

namespace stator::model {

// The requests that serve a read, also if its best plan is none. A collection whose rows do not lie
// together takes one request for each entity; a read that no key serves takes a Scan.
struct ReadSteps {
  std::vector<ReadPlan> plans;
  PatternCost cost;  // of all plans
  bool scans = false;
};
// Plans the pattern and returns its requests with their cost.
ReadSteps StepsOf(const Model& model, const Pattern& pattern);

}  // namespace stator::model
