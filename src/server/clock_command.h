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

struct ClockCommand {
  std::string endpoint = kDefaultEndpoint;
  ClockTurn turn;            // nothing: only read
  bool confirm = false;      // the time is right, so let items expire
  std::string reset_folder;  // not empty: put this folder's time back; no server is asked
};

// Words of the command line as parts of a turn. kStartup with one sentence if they are none.
Result<TimeMicros> AdvanceOf(std::string_view text);
Result<TimeMicros> SetOf(std::string_view text);
Result<std::int64_t> ScaleOf(double scale);

// What the clock shows now, in one line. The error is one sentence: the server's, if it refused.
Result<std::string> RunClockCommand(const ClockCommand& command);

}  // namespace stator::server
