#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

// Commands of the operator's that this program runs, one at a time. The calling thread waits.
namespace stator::hooks {

struct CommandCall {
  std::string_view command;  // for the shell
  std::string_view input;    // what it finds on its standard input
  std::chrono::milliseconds timeout{60'000};
  std::size_t output_bytes_max = 0;         // kept of its standard output; the rest is dropped
  const std::atomic<bool>* stop = nullptr;  // ends it early, if it becomes true
};

struct CommandAnswer {
  int status = 0;  // what it exited with; 128 and the signal, if one ended it
  std::string output;
};

// kUnavailable with one sentence if it could not be started or did not end in time; it and what it
// started are then killed. Its standard error is ours. Safe for concurrent use.
Result<CommandAnswer> RunCommand(const CommandCall& call);

}  // namespace stator::hooks
