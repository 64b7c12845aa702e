#pragma once

#include <iosfwd>
#include <string>

#include "base/result.h"
#include "model/language/model.h"

namespace stator::model {

// Makes a model from a dialogue: asks on `out` which data the user stores and how it is read, and
// reads answers from `in`. Each entity gets a key, each other way to find it an index, and each
// read a pattern. An empty answer or the end of the input accepts the default in brackets. `name`
// is the model's name; empty: the first question asks for it.
// Errors: ValidationException if an answer is invalid three times.
Result<Model> Interview(std::istream& in, std::ostream& out, const std::string& name);

}  // namespace stator::model
