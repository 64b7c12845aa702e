#pragma once

#include <string>
#include <variant>

#include "base/result.h"
#include "server/backup_command.h"
#include "server/check_command.h"
#include "server/clock_command.h"
#include "server/settings.h"

namespace stator::server {

inline constexpr char kVersion[] = STATOR_VERSION;

// Text that was asked for instead of a server: help, the version.
struct Print {
  std::string text;
};

// What the command line asks for.
using Command = std::variant<Settings, Print, ClockCommand, BackupCommand, CheckCommand>;

// Reads `stator serve --port 8000 …` and the other commands. kStartup with one sentence for
// whatever cannot be understood; the program's exit code is then 2.
Result<Command> ParseCommandLine(int count, const char* const* arguments);

// Reads a configuration file (`name = value` lines, TOML or INI) over `settings`.
Result<> ApplyConfig(const std::string& text, const std::string& source, Settings& settings);

}  // namespace stator::server
