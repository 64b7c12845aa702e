#pragma once

#include <ostream>
#include <string>

#include "base/result.h"

// `stator check DIR`: verifies a data folder that no server uses.
namespace stator::server {

// The words of `stator check`.
struct CheckCommand {
  std::string folder;
};

// Writes a line for each problem, and a summary as the last line. Returns true if there is no
// problem. Errors: one sentence if the folder cannot be opened.
Result<bool> RunCheckCommand(const CheckCommand& command, std::ostream& out);

}  // namespace stator::server
