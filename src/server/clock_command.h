#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "client/admin_call.h"

// `stator clock`: reads and turns the clock of a running server.
namespace stator::server {

using client::kDefaultEndpoint;

// The words of `stator clock`.
struct ClockCommand {
  std::string endpoint = kDefaultEndpoint;
  ClockTurn turn;            // empty: only read
  bool confirm = false;      // the time is right, so items may expire
  std::string reset_folder;  // not empty: reset this folder's time, without a server
};

// Parse words of the command line as parts of a turn. Errors: kStartup with one sentence.
Result<TimeMicros> AdvanceOf(std::string_view text);
Result<TimeMicros> SetOf(std::string_view text);
Result<std::int64_t> ScaleOf(double scale);

// Sends the command to the server and returns the clock's state in one line. Errors: one sentence,
// the server's own if it refused.
Result<std::string> RunClockCommand(const ClockCommand& command);

}  // namespace stator::server
