#pragma once

#include <iosfwd>

namespace stator::bill {

// `stator bill …`: what a running server's traffic costs in a month, or with `diff` what of it has
// changed. `count` and `arguments` are those of the program. Returns the exit code: 0; 1 if it is
// over what --fail-over allows; 2 with one sentence on `err` if it cannot be told.
int RunBillCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

}  // namespace stator::bill
