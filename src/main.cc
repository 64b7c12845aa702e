#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string_view>
#include <variant>
#include <vector>

#include <malloc.h>

#include "bill/command.h"
#include "model/command/command.h"
#include "price/command.h"
#include "server/backup_command.h"
#include "server/check_command.h"
#include "server/clock_command.h"
#include "server/command_line.h"
#include "server/console_files.h"
#include "server/serve.h"
#include "simulate/command.h"
#include "sql/command.h"

namespace {

constexpr int kExitFailed = 1;  // could not start, or the command failed
constexpr int kExitUsage = 2;

int Complain(const stator::Error& error, int code) {
  std::fprintf(stderr, "stator: %s\n", error.message.c_str());
  return code;
}

int RunServerCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

// A command of the program: its name, one sentence for `stator --help` and the documentation, and
// its function. The function parses the command's own words and returns the exit code.
struct Command {
  std::string_view name;
  std::string_view sentence;
  int (*run)(int count, const char* const* arguments, std::ostream& out, std::ostream& err);
};

// The order is that of `stator --help`. docs/operating.md lists the same commands.
constexpr Command kCommands[] = {
    {"serve", "Run the database.", RunServerCommand},
    {"clock", "Show or turn the service time of a running server.", RunServerCommand},
    {"backup", "Copy a data folder, also while a server uses it.", RunServerCommand},
    {"check", "Verify a stopped data folder: checksums, indexes, expiry times and counts.",
     RunServerCommand},
    {"bill", "Price the traffic of a running server for a month.", stator::bill::RunBillCommand},
    {"model", "The workbench: check, verify, price and generate from a model.",
     stator::model::RunModelCommand},
    {"price", "Price a load for a month, without a server.", stator::price::RunPriceCommand},
    {"simulate", "Simulate the traffic of a model under DynamoDB's capacity rules.",
     stator::simulate::RunSimulateCommand},
    {"sql", "Run PartiQL on a server or a data folder, and show what it reads and costs.",
     stator::sql::RunSqlCommand},
};

// Runs the commands that the server parses, and the options `--help` and `--version`.
int RunServerCommand(int count, const char* const* arguments, std::ostream& out,
                     std::ostream& /*err*/) {
  std::vector<stator::server::CommandText> texts;
  for (const auto& command : kCommands) texts.push_back({command.name, command.sentence});
  const auto command = stator::server::ParseCommandLine(count, arguments, texts);
  if (!command) return Complain(command.error(), kExitUsage);
  if (const auto* print = std::get_if<stator::server::Print>(&*command)) {
    std::fputs(print->text.c_str(), stdout);
    return 0;
  }
  if (const auto* clock = std::get_if<stator::server::ClockCommand>(&*command)) {
    const auto line = stator::server::RunClockCommand(*clock);
    if (!line) return Complain(line.error(), kExitFailed);
    std::fprintf(stdout, "%s\n", line->c_str());
    return 0;
  }
  if (const auto* backup = std::get_if<stator::server::BackupCommand>(&*command)) {
    const auto copied = stator::server::RunBackupCommand(*backup);
    return copied ? 0 : Complain(copied.error(), kExitFailed);
  }
  if (const auto* check = std::get_if<stator::server::CheckCommand>(&*command)) {
    const auto clean = stator::server::RunCheckCommand(*check, out);
    if (!clean) return Complain(clean.error(), kExitFailed);
    return *clean ? 0 : kExitFailed;
  }
  const auto served = stator::server::Serve(std::get<stator::server::Settings>(*command),
                                            stator::server::ConsoleFiles(), out);
  return served ? 0 : Complain(served.error(), kExitFailed);
}

}  // namespace

int main(int count, char** arguments) {
  // Makes glibc return large buffers to the system when they are freed. By default it would learn
  // to keep them.
  constexpr int kMappedBytesMin = 256 * 1024;
  mallopt(M_MMAP_THRESHOLD, kMappedBytesMin);
  const std::string_view name = count > 1 ? arguments[1] : "";
  const auto* command = std::ranges::find(kCommands, name, &Command::name);
  const auto run = command == std::end(kCommands) ? &RunServerCommand : command->run;
  return run(count, arguments, std::cout, std::cerr);
}
