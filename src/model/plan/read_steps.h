#pragma once

#include <vector>

#include "model/language/model.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"

namespace stator::model {

// How a read is served where its best plan is none: a collection that does not lie together by a
// request for each entity, what no key finds by a Scan.
struct ReadSteps {
  std::vector<ReadPlan> plans;
  PatternCost cost;  // of all of them
  bool scans = false;
};
ReadSteps StepsOf(const Model& model, const Pattern& pattern);

}  // namespace stator::model
