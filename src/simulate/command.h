#pragma once

#include <iosfwd>

namespace stator::simulate {

// `stator simulate`, with the process's arguments; what it returns is the process's exit code: 0 if
// all was served, 1 if something was throttled, 2 for what cannot be understood.
int RunSimulateCommand(int count, const char* const* arguments, std::ostream& out,
                       std::ostream& err);

}  // namespace stator::simulate
