#pragma once

#include "base/result.h"
#include "model/generate/functions.h"
#include "model/language/model.h"

namespace stator::model::generate {

// The function of a pattern that writes.
Result<Function> WriteFunctionOf(const Model& model, const Pattern& pattern);

}  // namespace stator::model::generate
