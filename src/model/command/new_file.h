#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::model {

// Writes a new file. An existing file stays unchanged. Errors: ValidationException with a sentence.
Result<> WriteNewFile(const std::string& file, std::string_view text);

// Writes to `file` as WriteNewFile does, or to `out` if `file` is empty.
Result<> WriteResult(const std::string& file, std::string_view text, std::ostream& out);

// Returns the name of a model that comes from a file: "orders" for "models/orders.csv".
std::string StemOf(std::string_view file);

}  // namespace stator::model
