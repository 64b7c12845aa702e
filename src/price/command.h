#pragma once

#include <iosfwd>

namespace stator::price {

// Runs `stator price --writes 1000/s …`: prices a load without a model. `arguments` are those of
// the program, its name and "price" included. Prints to `out`, or one sentence to `err`. Returns
// the exit code: 0, or 2 if an option cannot be understood.
int RunPriceCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

}  // namespace stator::price
