#include "admin/clock.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "base/time_text.h"
#include "json/writer.h"

namespace stator::admin {
namespace {

constexpr double kMicrosPerSecond = 1e6;

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
  std::string json;
  {
    json::ObjectWriter object(json);
    object.Key("time");
    json::WriteString(TimeText(reading.service), json);
    object.Key("machineTime");
    json::WriteString(TimeText(reading.machine), json);
    object.Key("frozen");
    json::WriteBool(reading.rule.frozen, json);
    object.Key("scale");
    json::WriteDouble(static_cast<double>(reading.rule.scale) / kClockScaleOne, json);
    if (reading.holds_expiry) {
      object.Key("expiry");
      json::WriteString("held", json);
    }
  }
  return json;
}

Result<std::string> ClockLine(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  std::string_view service;
  std::string_view machine;
  bool frozen = false;
  double scale = 0;
  if (!body || body->empty() || body->root()["time"].get(service) != simdjson::SUCCESS ||
      body->root()["machineTime"].get(machine) != simdjson::SUCCESS ||
      body->root()["frozen"].get(frozen) != simdjson::SUCCESS ||
      body->root()["scale"].get(scale) != simdjson::SUCCESS) {
    return FailInvalid(kClockUnreadable);
  }
  std::string line(service);
  if (frozen) line += ", frozen";
  if (scale != 1) line += fmt::format(", scale {}", scale);
  std::string_view expiry;
  if (body->root()["expiry"].get(expiry) == simdjson::SUCCESS && expiry == "held") {
    line += ", expiry held until `stator clock confirm`";
  }
  const auto service_time = ParseTime(service);
  const auto machine_time = ParseTime(machine);
  if (!service_time || !machine_time) return FailInvalid(kClockUnreadable);
  if (*service_time == *machine_time) return line;
  const bool ahead = *service_time > *machine_time;
  return line + fmt::format(", {} {} the machine's time",
                            DurationText(std::abs(*service_time - *machine_time)),
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
  std::string json;
  {
    json::ObjectWriter object(json);
    if (turn.advance) {
      object.Key("advance");
      json::WriteDouble(static_cast<double>(*turn.advance) / kMicrosPerSecond, json);
    }
    if (turn.set) {
      object.Key("set");
      json::WriteString(TimeText(*turn.set), json);
    }
    if (turn.scale) {
      object.Key("scale");
      json::WriteDouble(static_cast<double>(*turn.scale) / kClockScaleOne, json);
    }
    if (turn.frozen) {
      object.Key("frozen");
      json::WriteBool(*turn.frozen, json);
    }
  }
  return json;
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
