#pragma once

#include "base/result.h"
#include "expr/bound.h"

namespace stator::expr {

// Checks a condition whose placeholders are filled in: undefined placeholders, numbers of operands,
// identical operands and types of literals. Like AWS it reports the gravest fault of the first
// faulty predicate (facts 3.4). Errors: texts without "Invalid <Kind>: ".
Result<> CheckCondition(const Bound& bound);

}  // namespace stator::expr
