#include "scaling/schedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/time_text.h"

namespace stator::scaling {
namespace {

std::unexpected<Error> RefuseSchedule(std::string_view text) {
  return FailInvalid(fmt::format(
      "Invalid schedule expression '{}'. Use at(yyyy-mm-ddThh:mm:ss), rate(value unit) or "
      "cron(minutes hours day-of-month month day-of-week year).",
      text));
}

// Returns the text between the parentheses of "name(…)".
std::optional<std::string_view> Inside(std::string_view text, std::string_view name) {
  if (!text.starts_with(name) || !text.ends_with(')')) return std::nullopt;
  text.remove_prefix(name.size());
  text.remove_suffix(1);
  return text;
}

}  // namespace

Result<Schedule> Schedule::Parse(std::string_view text) {
  if (text.size() > limits::kScheduleBytesMax) return RefuseSchedule(text.substr(0, 64));
  if (const auto at = Inside(text, "at(")) return ParseAt(*at);
  if (const auto rate = Inside(text, "rate(")) return ParseRate(*rate);
  if (const auto cron = Inside(text, "cron(")) return Schedule(TRY(Cron::Parse(*cron)));
  return RefuseSchedule(text);
}

Result<Schedule> Schedule::ParseAt(std::string_view text) {
  constexpr std::size_t kBytes = std::string_view("2027-01-01T00:00:00").size();
  const auto time = text.size() == kBytes ? ParseTime(fmt::format("{}Z", text)) : std::nullopt;
  if (!time) return RefuseSchedule(fmt::format("at({})", text));
  return Schedule(At{*time});
}

Result<Schedule> Schedule::ParseRate(std::string_view text) {
  struct Unit {
    std::string_view one;
    std::string_view many;
    TimeMicros length;
  };
  constexpr std::array<Unit, 3> kUnits = {
      {{"minute", "minutes", 60 * kSecond}, {"hour", "hours", kHour}, {"day", "days", 24 * kHour}}};
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error == std::errc() && value >= 1 && value <= limits::kScheduleRateMax &&
      rest.starts_with(' ')) {
    for (const auto& unit : kUnits) {
      if (rest.substr(1) == (value == 1 ? unit.one : unit.many)) {
        return Schedule(Rate{value * unit.length});
      }
    }
  }
  return RefuseSchedule(fmt::format("rate({})", text));
}

std::optional<TimeMicros> Schedule::Next(const Frame& frame, TimeMicros after) const {
  const auto next = std::visit(
      [&](const auto& form) {
        // No run is before the start, and the start itself may be a run.
        return NextOf(form, frame, frame.start ? std::max(after, *frame.start - 1) : after);
      },
      form_);
  if (next && frame.end && *next > *frame.end) return std::nullopt;
  return next;
}

std::optional<TimeMicros> Schedule::NextOf(const At& at, const Frame& frame, TimeMicros after) {
  const auto time = frame.zone.FirstAt(at.time);
  return time > after ? std::optional(time) : std::nullopt;
}

std::optional<TimeMicros> Schedule::NextOf(const Rate& rate, const Frame& frame, TimeMicros after) {
  const auto origin = frame.start.value_or(frame.created);
  if (after < origin) return frame.start ? origin : origin + rate.period;
  return origin + ((after - origin) / rate.period + 1) * rate.period;
}

std::optional<TimeMicros> Schedule::NextOf(const Cron& cron, const Frame& frame, TimeMicros after) {
  const auto local = cron.Next(frame.zone.LatestShown(after));
  return local ? std::optional(frame.zone.FirstAt(*local)) : std::nullopt;
}

TimeMicros Schedule::Latest(const Frame& frame, TimeMicros first, TimeMicros until) const {
  const Bounds bounds{first, std::max(first, std::min(until, frame.end.value_or(until)))};
  return std::visit([&](const auto& form) { return LatestOf(form, frame, bounds); }, form_);
}

// The action runs once.
TimeMicros Schedule::LatestOf(const At& /*at*/, const Frame& /*frame*/, Bounds bounds) {
  return bounds.first;
}

TimeMicros Schedule::LatestOf(const Rate& rate, const Frame& /*frame*/, Bounds bounds) {
  return bounds.until - (bounds.until - bounds.first) % rate.period;
}

TimeMicros Schedule::LatestOf(const Cron& cron, const Frame& frame, Bounds bounds) {
  // A clock change may have moved the first run to another local time than cron() states.
  const auto first = cron.Next(frame.zone.LatestShown(bounds.first - 1));
  const auto until = frame.zone.LatestShown(bounds.until);
  // The rules of the time zone have changed since the first run was computed.
  if (!first || *first > until) return bounds.first;
  return frame.zone.FirstAt(cron.Latest(*first, until));
}

std::optional<TimeMicros> ZoneOffset(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNone = {"UTC",     "Etc/UTC", "GMT",
                                                     "Etc/GMT", "Z",       "Etc/UCT"};
  if (std::ranges::find(kNone, name) != kNone.end()) return 0;
  constexpr std::string_view kFixed = "Etc/GMT";
  if (!name.starts_with(kFixed) || name.size() < kFixed.size() + 2) return std::nullopt;
  const char sign = name[kFixed.size()];
  const auto digits = name.substr(kFixed.size() + 1);
  const auto hours = ParseNumber<int>(digits);
  if (!hours || *hours < 0) return std::nullopt;
  // In POSIX's notation, zones behind UTC have a plus.
  if (sign == '+' && *hours <= 12) return -*hours * kHour;
  if (sign == '-' && *hours <= 14) return *hours * kHour;
  return std::nullopt;
}

const Result<TimeZone>& TimeZones::Find(const std::string& name) {
  const auto found = known_.find(name);
  if (found != known_.end()) return found->second;
  const auto fixed = name.empty() ? 0 : ZoneOffset(name);
  return known_.emplace(name, fixed ? TimeZone::Fixed(*fixed) : LoadTimeZone(name)).first->second;
}

Result<Schedule::Frame> FrameOf(const ScheduledAction& action, TimeZones& zones) {
  const auto& zone = zones.Find(action.timezone);
  if (!zone) return Fail(zone.error());
  return Schedule::Frame{action.created, action.start, action.end, *zone};
}

}  // namespace stator::scaling
