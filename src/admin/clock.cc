#include "admin/clock.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "base/durations.h"
#include "base/time_text.h"
#include "json/describe.h"
#include "json/from_json.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

constexpr double kMicrosPerSecond = 1e6;
constexpr TimeMicros kMillisecond = 1000;

constexpr char kClockBody[] =
    "The body must be a JSON object with one or more of the members advance, set, scale and "
    "frozen, each once, and no others, or with the member confirm alone.";
constexpr char kClockAdvance[] =
    "advance must be a duration such as \"3d\", \"1d12h\" or \"90s\", or a number of seconds.";
constexpr char kClockSet[] = "set must be a time such as \"2027-01-01T00:00:00Z\".";
constexpr char kClockScale[] = "scale must be a number from 0.001 to 1000000.";
constexpr char kClockFrozen[] = "frozen must be true or false.";
constexpr char kClockAdvanceAndSet[] = "advance and set cannot be given together.";
constexpr char kClockUnreadable[] = "The answer does not say what the clock shows.";

constexpr std::string_view kExpiryHeld = "held";

struct ClockAnswer {
  std::string time;
  std::string machine_time;
  bool frozen = false;
  double scale = 1;
  std::optional<std::string> expiry;
};
BOOST_DESCRIBE_STRUCT(ClockAnswer, (), (time, machine_time, frozen, scale, expiry))

struct TurnRequest {
  std::optional<double> advance;  // seconds
  std::optional<std::string> set;
  std::optional<double> scale;
  std::optional<bool> frozen;
};
BOOST_DESCRIBE_STRUCT(TurnRequest, (), (advance, set, scale, frozen))

// Rounds to seconds, and below a second to milliseconds. The two clocks are read one after the
// other, so their distance has no more meaning than that.
TimeMicros Readable(TimeMicros distance) {
  const TimeMicros unit = distance < kSecond ? kMillisecond : kSecond;
  return (distance + unit / 2) / unit * unit;
}

double ScaleOf(std::int64_t thousandths) {
  return static_cast<double>(thousandths) / kClockScaleOne;
}

Result<TimeMicros> ReadAdvance(json::Value value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    if (const auto duration = ParseDuration(text)) return *duration;
    return FailInvalid(kClockAdvance);
  }
  double seconds = 0;
  if (value.get(seconds) != simdjson::SUCCESS || !(seconds >= 0) ||
      seconds > static_cast<double>(kServiceTimeMax) / kMicrosPerSecond) {
    return FailInvalid(kClockAdvance);
  }
  return static_cast<TimeMicros>(std::llround(seconds * kMicrosPerSecond));
}

Result<TimeMicros> ReadSet(json::Value value) {
  std::string_view text;
  const auto time =
      value.get(text) == simdjson::SUCCESS ? ParseTime(text) : std::optional<TimeMicros>();
  if (!time) return FailInvalid(kClockSet);
  return *time;
}

Result<std::int64_t> ReadScale(json::Value value) {
  double scale = 0;
  if (value.get(scale) != simdjson::SUCCESS) return FailInvalid(kClockScale);
  // Beyond these bounds, rounding may change the number. Turned() checks the exact bounds.
  constexpr double kMax = static_cast<double>(kClockScaleMax) / kClockScaleOne;
  if (!(scale > 0 && scale <= kMax)) return FailInvalid(kClockScale);
  return std::llround(scale * static_cast<double>(kClockScaleOne));
}

Result<bool> ReadFrozen(json::Value value) {
  bool frozen = false;
  if (value.get(frozen) != simdjson::SUCCESS) return FailInvalid(kClockFrozen);
  return frozen;
}

wire::Response Answer(const Result<database::ClockReading>& reading) {
  if (!reading) return AdminRefusal(reading.error());
  return {.body = ClockJson(*reading)};
}

}  // namespace

std::string ClockJson(const database::ClockReading& reading) {
  ClockAnswer answer{.time = TimeText(reading.service),
                     .machine_time = TimeText(reading.machine),
                     .frozen = reading.rule.frozen,
                     .scale = ScaleOf(reading.rule.scale)};
  if (reading.holds_expiry) answer.expiry = kExpiryHeld;
  return json::ToJson(answer);
}

Result<std::string> ClockLine(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body || body->empty()) return FailInvalid(kClockUnreadable);
  const auto answer = json::FromJson<ClockAnswer>(body->root(), json::UnknownMembers::kIgnored);
  if (!answer) return FailInvalid(kClockUnreadable);
  std::string line = answer->time;
  if (answer->frozen) line += ", frozen";
  if (answer->scale != 1) line += fmt::format(", scale {}", answer->scale);
  if (answer->expiry == kExpiryHeld) line += ", expiry held until `stator clock confirm`";
  const auto service_time = ParseTime(answer->time);
  const auto machine_time = ParseTime(answer->machine_time);
  if (!service_time || !machine_time) return FailInvalid(kClockUnreadable);
  const TimeMicros distance = Readable(std::abs(*service_time - *machine_time));
  if (distance == 0) return line;
  const bool ahead = *service_time > *machine_time;
  return line + fmt::format(", {} {} the machine's time", DurationText(distance),
                            ahead ? "ahead of" : "behind");
}

Result<ClockTurn> ReadClockTurn(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body || body->empty()) return FailInvalid(kClockBody);
  ClockTurn turn;
  const simdjson::dom::object members(body->root());
  for (const auto [name, value] : members) {
    if (name == "advance") {
      turn.advance = TRY(ReadAdvance(value));
    } else if (name == "set") {
      turn.set = TRY(ReadSet(value));
    } else if (name == "scale") {
      turn.scale = TRY(ReadScale(value));
    } else if (name == "frozen") {
      turn.frozen = TRY(ReadFrozen(value));
    } else {
      return FailInvalid(kClockBody);
    }
  }
  const auto given = std::ranges::count(std::array{turn.advance.has_value(), turn.set.has_value(),
                                                   turn.scale.has_value(), turn.frozen.has_value()},
                                        true);
  if (given == 0 || std::cmp_not_equal(given, members.size())) return FailInvalid(kClockBody);
  if (turn.advance && turn.set) return FailInvalid(kClockAdvanceAndSet);
  return turn;
}

std::string ClockTurnJson(const ClockTurn& turn) {
  TurnRequest request{.frozen = turn.frozen};
  if (turn.advance) request.advance = static_cast<double>(*turn.advance) / kMicrosPerSecond;
  if (turn.set) request.set = TimeText(*turn.set);
  if (turn.scale) request.scale = ScaleOf(*turn.scale);
  return json::ToJson(request);
}

bool IsClockConfirm(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  simdjson::dom::object members;
  bool confirm = false;
  return body && !body->empty() && body->root().get(members) == simdjson::SUCCESS &&
         members.size() == 1 && members["confirm"].get(confirm) == simdjson::SUCCESS && confirm;
}

void TurnClock(database::Database& database, const std::string& body, Loop& loop,
               wire::Reply done) {
  const bool confirm = IsClockConfirm(body);
  const auto turn = confirm ? Result<ClockTurn>(ClockTurn()) : ReadClockTurn(body);
  if (!turn) return done(AdminRefusal(turn.error()));
  AnswerFromPool(database, loop, std::move(done), [&database, confirm, turn = *turn] {
    return Answer(confirm ? database.ConfirmClock() : database.TurnClock(turn));
  });
}

}  // namespace stator::admin
