#pragma once

#include <iosfwd>

namespace stator::sql {

// Runs `stator sql …`: statements of PartiQL on a server or on a data folder, from the command
// line, a file, a pipe or a terminal. `count` and `arguments` are those of the program. Returns the
// exit code: 0; 1 if a statement failed or was not run; 2 if nothing ran.
int RunSqlCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

}  // namespace stator::sql
