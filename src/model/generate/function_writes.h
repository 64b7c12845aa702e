#pragma once

#include "base/result.h"
#include "model/generate/functions.h"
#include "model/language/model.h"

namespace stator::model::generate {

// Makes the function of a pattern that writes. Errors: ValidationException if the pattern cannot
// become a function, for example because it addresses no item.
Result<Function> WriteFunctionOf(const Model& model, const Pattern& pattern);

}  // namespace stator::model::generate
