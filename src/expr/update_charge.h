#pragma once

#include <cstddef>

#include "expr/update.h"

namespace stator::expr {

// Returns UpdateItem's charge for an UpdateExpression, in bytes (fidelity findings 1a). The charge
// grows with the names and values that the text refers to; the stored item does not matter.
std::size_t UpdateCharge(const Update& update);

}  // namespace stator::expr
