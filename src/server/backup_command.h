#pragma once

#include <string>

#include "base/result.h"

// `stator backup DIR TARGET`: a consistent copy of a data folder, with or without a server on it.
namespace stator::server {

// The words of `stator backup`.
struct BackupCommand {
  std::string folder;
  std::string target;
};

// The ControlSocket request that makes a server write a backup. REQUIRES: an absolute path.
std::string BackupLine(const std::string& target);
// Returns the target in such a line; empty if it is another line.
std::string BackupTargetIn(const std::string& line);

// Makes the copy. A server that uses the folder makes it; otherwise this process does. Errors: one
// sentence.
Result<> RunBackupCommand(const BackupCommand& command);

}  // namespace stator::server
