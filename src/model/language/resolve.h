#pragma once

#include <vector>

#include "model/language/model.h"
#include "model/language/parser.h"

namespace stator::model {

// Completes a parsed model: gives entities their table, their parent's key, the tenant and their
// identity. Complains about every name that stands for nothing.
void Resolve(Model& model, std::vector<Complaint>& complaints);

}  // namespace stator::model
