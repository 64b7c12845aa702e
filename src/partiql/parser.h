#pragma once

#include <string_view>

#include "base/result.h"
#include "partiql/statement.h"

namespace stator::partiql {

// Parses a statement and checks everything that depends on its text alone. AWS reports faults of
// syntax first, then those of literals, then those of functions and operands.
// Errors: ValidationException with AWS's texts (facts 10.7). REQUIRES: valid UTF-8, below 64 KB.
Result<Statement> Parse(std::string_view statement);

}  // namespace stator::partiql
