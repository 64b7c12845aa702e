#pragma once

#include "model/generate/tree.h"
#include "model/language/model.h"
#include "model/plan/plan.h"

namespace stator::model::generate {

// The request of one read, as a Read of functions.h: what is said of its place, keys, order and
// rows, behind what `begun` has. REQUIRES: the plan is of that pattern, and served.
Tree ReadSpecOf(const Model& model, const Pattern& pattern, const ReadPlan& plan, Tree begun);

}  // namespace stator::model::generate
