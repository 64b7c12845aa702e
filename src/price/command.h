#pragma once

#include <iosfwd>

namespace stator::price {

// `stator price --writes 1000/s …`: what a load would cost, without a model. `arguments` are those
// of the program, its name and "price" included. Prints to `out`, or one sentence to `err`, and
// returns the program's exit code: 0, or 2 if the question cannot be understood.
int RunPriceCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

}  // namespace stator::price
