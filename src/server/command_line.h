#pragma once

#include <span>
#include <string>
#include <string_view>
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

// A command of the program, as `stator --help` lists it.
struct CommandText {
  std::string_view name;
  std::string_view sentence;
};

// Reads `stator serve --port 8000 …` and the server's other commands. `commands` are those of the
// program in the order of `--help`. The server reads serve, clock, backup and check; the others are
// only listed. REQUIRES: `commands` has these four. kStartup with one sentence for
// whatever cannot be understood; the program's exit code is then 2.
Result<Command> ParseCommandLine(int count, const char* const* arguments,
                                 std::span<const CommandText> commands);

// Reads a configuration file (`name = value` lines, TOML or INI) over `settings`.
Result<> ApplyConfig(const std::string& text, const std::string& source, Settings& settings);

}  // namespace stator::server
