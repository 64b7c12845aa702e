#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::model {

// Writes a file that is not there yet; one that is there stays as it is. ValidationException with a
// sentence.
Result<> WriteNewFile(const std::string& file, std::string_view text);

// To `file`, or to `out` if it is empty.
Result<> WriteResult(const std::string& file, std::string_view text, std::ostream& out);

// "orders" of "models/orders.csv": what a model is called that comes from a file.
std::string StemOf(std::string_view file);

}  // namespace stator::model
