#pragma once

#include "base/result.h"
#include "expr/bound.h"

namespace stator::expr {

// Everything that can be wrong with an update once its placeholders are known: undefined ones,
// paths that overlap or conflict, literals of the wrong type, numbers of operands; the gravest is
// reported (facts 3.4). Fills bound.order. Texts without "Invalid <Kind>: ".
Result<> CheckUpdate(Bound& bound);

}  // namespace stator::expr
