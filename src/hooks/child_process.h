#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

// Runs commands of the operator, one at a time. The calling thread waits. Boost.Process
// needs the compiled Boost.Filesystem; every other part of Boost here is headers only.
namespace stator::hooks {

// A command and its limits.
struct CommandCall {
  std::string_view command;  // a shell command
  std::string_view input;    // its standard input
  std::chrono::milliseconds timeout{60'000};
  std::size_t output_bytes_max = 0;         // kept of its standard output; the rest is dropped
  const std::atomic<bool>* stop = nullptr;  // becomes true to end the command early
};

// A command's exit status and output.
struct CommandAnswer {
  int status = 0;  // the exit status; 128 plus the signal that ended it
  std::string output;
};

// Runs a command and waits for its end. Its standard error is this process's. Errors: kUnavailable
// with one sentence if the command cannot be started or does not end in time; it and its child
// processes are then killed. Threads: any.
Result<CommandAnswer> RunCommand(const CommandCall& call);

}  // namespace stator::hooks
