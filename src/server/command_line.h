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

// A text to print instead of running a server: help, the version.
struct Print {
  std::string text;
};

// The parsed command line.
using Command = std::variant<Settings, Print, ClockCommand, BackupCommand, CheckCommand>;

// A command of the program, as `stator --help` lists it.
struct CommandText {
  std::string_view name;
  std::string_view sentence;
};

// Parses `stator serve --port 8000 …` and the server's other commands: clock, backup and check.
// `commands` are all commands of the program, in the order of `--help`; this function only lists
// the others.
// REQUIRES: `commands` has these four.
// Errors: kStartup with one sentence for an invalid command line. The program then exits with code
// 2.
Result<Command> ParseCommandLine(int count, const char* const* arguments,
                                 std::span<const CommandText> commands);

// Applies a configuration file (`name = value` lines, TOML or INI) to `settings`.
Result<> ApplyConfig(const std::string& text, const std::string& source, Settings& settings);

}  // namespace stator::server
