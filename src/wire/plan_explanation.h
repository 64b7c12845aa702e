#pragma once

#include <string>

#include "api/plan_explanation.h"

namespace stator::wire {

// Formats the answer of /_stator/explain.
std::string PlanExplanationJson(const api::PlanExplanation& plan);

}  // namespace stator::wire
