#pragma once

#include <iosfwd>

namespace stator::bill {

// Runs `stator bill …`: prices the traffic of a running server for a month. With `diff`, compares
// two bills. `count` and `arguments` are those of the program. Returns the exit code: 0; 1 if the
// bill exceeds --fail-over; 2 with one sentence on `err` if there is no answer.
int RunBillCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

}  // namespace stator::bill
