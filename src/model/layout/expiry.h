#pragma once

#include <string>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// Returns the model with each entity's count bounded by the instances put within the lifetime of
// its `ttl`. Adds a note for each entity whose count changes.
Model AfterExpiry(const Model& model, std::vector<std::string>& notes);

}  // namespace stator::model
