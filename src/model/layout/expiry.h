#pragma once

#include <string>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// The model with no more instances of an entity than are put in the lifetime of its `ttl`.
Model AfterExpiry(const Model& model, std::vector<std::string>& notes);

}  // namespace stator::model
