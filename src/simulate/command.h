#pragma once

#include <iosfwd>

namespace stator::simulate {

// Runs `stator simulate` with the process's arguments. Returns the exit code: 0 if all requests
// were served, 1 if some were throttled, 2 for an unclear command line or model.
int RunSimulateCommand(int count, const char* const* arguments, std::ostream& out,
                       std::ostream& err);

}  // namespace stator::simulate
