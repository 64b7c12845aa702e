#pragma once

#include <ostream>
#include <string>

#include "base/result.h"

// `stator check DIR`: verifies a data folder that no server uses.
namespace stator::server {

struct CheckCommand {
  std::string folder;
};

// Writes each problem as a line, and a last line that sums up. Whether there was none. Errors: one
// sentence if the folder cannot be opened.
Result<bool> RunCheckCommand(const CheckCommand& command, std::ostream& out);

}  // namespace stator::server
