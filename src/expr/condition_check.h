#pragma once

#include "base/result.h"
#include "expr/bound.h"

namespace stator::expr {

// Everything that can be wrong with a condition once its placeholders are known: undefined ones,
// numbers of operands, operands that are the same, literals of the wrong type. AWS reports the
// first predicate that has a fault, and the gravest of its faults (facts 3.4). Texts without
// "Invalid <Kind>: ".
Result<> CheckCondition(const Bound& bound);

}  // namespace stator::expr
