#pragma once

#include "base/result.h"
#include "expr/bound.h"

namespace stator::expr {

// Checks an update whose placeholders are filled in: undefined placeholders, overlapping or
// conflicting paths, types of literals and numbers of operands. It reports the gravest fault
// (facts 3.4) and fills bound.order. Errors: texts without "Invalid <Kind>: ".
Result<> CheckUpdate(Bound& bound);

}  // namespace stator::expr
