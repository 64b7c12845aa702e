#pragma once

#include <string>

#include "base/result.h"

// `stator backup DIR TARGET`: a consistent copy of a data folder, whether a server uses it or not.
namespace stator::server {

struct BackupCommand {
  std::string folder;
  std::string target;
};

// The request line of ControlSocket that has a server make a backup. REQUIRES: an absolute path.
std::string BackupLine(const std::string& target);
// The target in such a line; empty if it is another line.
std::string BackupTargetIn(const std::string& line);

// Makes the copy: the server does that uses the folder, else this process. The error is one
// sentence.
Result<> RunBackupCommand(const BackupCommand& command);

}  // namespace stator::server
