#pragma once

#include <iosfwd>
#include <string>

#include "base/result.h"
#include "model/language/model.h"

namespace stator::model {

// Asks on `out` what is stored and how it is read, and makes a model of what `in` answers: a key
// for each entity, an index for what is found otherwise, and the patterns. An empty answer, and the
// end of the input, takes what stands in brackets. `name` is the model's, or empty: to be asked.
// ValidationException if an answer cannot be understood three times.
Result<Model> Interview(std::istream& in, std::ostream& out, const std::string& name);

}  // namespace stator::model
