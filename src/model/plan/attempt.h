#pragma once

#include <expected>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/layout/layout.h"
#include "model/plan/plan.h"

namespace stator::model {

// Plans the request by which the rows at `row` serve the read pattern and its children. `all` are
// the model's stored rows. Errors: a sentence that says why these rows cannot serve it.
//
// Lifetime: the plan points into the model and copies of `row` and `all`.
std::expected<ReadPlan, std::string> PlanFrom(const StoredRow& row, const Pattern& pattern,
                                              const std::vector<StoredRow>& all);

}  // namespace stator::model
