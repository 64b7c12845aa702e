#include <cstdio>
#include <iostream>
#include <string_view>
#include <variant>

#include <malloc.h>

#include "bill/command.h"
#include "model/command/command.h"
#include "price/command.h"
#include "server/backup_command.h"
#include "server/check_command.h"
#include "server/clock_command.h"
#include "server/command_line.h"
#include "server/serve.h"
#include "simulate/command.h"

namespace {

constexpr int kExitFailed = 1;  // to start, or to do what was asked
constexpr int kExitUsage = 2;

int Complain(const stator::Error& error, int code) {
  std::fprintf(stderr, "stator: %s\n", error.message.c_str());
  return code;
}

}  // namespace

int main(int count, char** arguments) {
  // Large buffers go back to the system when they are freed; by default glibc would learn to keep
  // them.
  constexpr int kMappedBytesMin = 256 * 1024;
  mallopt(M_MMAP_THRESHOLD, kMappedBytesMin);
  if (count > 1 && std::string_view(arguments[1]) == "price") {
    return stator::price::RunPriceCommand(count, arguments, std::cout, std::cerr);
  }
  if (count > 1 && std::string_view(arguments[1]) == "bill") {
    return stator::bill::RunBillCommand(count, arguments, std::cout, std::cerr);
  }
  if (count > 1 && std::string_view(arguments[1]) == "model") {
    return stator::model::RunModelCommand(count, arguments, std::cout, std::cerr);
  }
  if (count > 1 && std::string_view(arguments[1]) == "simulate") {
    return stator::simulate::RunSimulateCommand(count, arguments, std::cout, std::cerr);
  }
  const auto command = stator::server::ParseCommandLine(count, arguments);
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
    const auto clean = stator::server::RunCheckCommand(*check, std::cout);
    if (!clean) return Complain(clean.error(), kExitFailed);
    return *clean ? 0 : kExitFailed;
  }
  const auto served =
      stator::server::Serve(std::get<stator::server::Settings>(*command), std::cout);
  return served ? 0 : Complain(served.error(), kExitFailed);
}
