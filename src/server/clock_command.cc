#include "server/clock_command.h"

#include <cmath>

#include <fmt/format.h>

#include "admin/clock.h"
#include "base/time_text.h"
#include "client/admin_call.h"
#include "database/clock_hold.h"
#include "storage/rocksdb/data_folder.h"

namespace stator::server {

Result<TimeMicros> AdvanceOf(std::string_view text) {
  if (const auto duration = ParseDuration(text)) return *duration;
  return Fail(ErrorCode::kStartup,
              fmt::format("'{}' is not a duration such as 3d, 1d12h or 90s.", text));
}

Result<TimeMicros> SetOf(std::string_view text) {
  if (const auto time = ParseTime(text)) return *time;
  return Fail(ErrorCode::kStartup,
              fmt::format("'{}' is not a time such as 2027-01-01T00:00:00Z.", text));
}

Result<std::int64_t> ScaleOf(double scale) {
  constexpr double kOne = static_cast<double>(kClockScaleOne);
  if (scale * kOne >= 1 && scale * kOne <= static_cast<double>(kClockScaleMax)) {
    return std::llround(scale * kOne);
  }
  return Fail(ErrorCode::kStartup, "The scale must be from 0.001 to 1000000.");
}

Result<std::string> RunClockCommand(const ClockCommand& command) {
  if (!command.reset_folder.empty()) {
    TRY(storage::CheckIsDataFolder(command.reset_folder));
    const auto before = TRY(database::ResetClock(command.reset_folder));
    return fmt::format("Service time was {}. It follows the machine's time again.",
                       TimeText(before));
  }
  const auto body = command.confirm ? admin::kClockConfirm : admin::ClockTurnJson(command.turn);
  const auto answer =
      TRY(client::CallAdmin(command.endpoint, "clock", body == "{}" ? std::string_view() : body));
  if (answer.status == 200) {
    if (auto line = admin::ClockLine(answer.body)) return line;
  } else if (const auto message = client::AdminMessage(answer.body)) {
    return Fail(ErrorCode::kUnavailable, *message);
  }
  return Fail(ErrorCode::kUnavailable,
              fmt::format("{} is not a Stator server with a clock.", command.endpoint));
}

}  // namespace stator::server
