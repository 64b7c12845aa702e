#pragma once

#include <string>

#include "model/language/model.h"

namespace stator::model {

// Returns a model as one JSON object, for programs that recognise rows and fill in requests. It has
// the tables with their indexes, the entities with their rows, and the patterns with their
// requests. docs/model-describe.md describes the members.
std::string DescriptionJson(const Model& model);

}  // namespace stator::model
