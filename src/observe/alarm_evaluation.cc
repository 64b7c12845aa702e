#include "observe/alarm_evaluation.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/time_text.h"

namespace stator::observe {
namespace {

constexpr std::size_t kExtraPeriods = 2;

struct Value {
  Seconds time = 0;
  double value = 0;
  double count = 0;
  bool breaches = false;
  bool few = false;  // too few values for a percentile
};

bool Breaches(const Alarm& alarm, double value) {
  switch (alarm.comparison) {
    case Comparison::kGreaterOrEqual:
      return value >= alarm.threshold;
    case Comparison::kGreater:
      return value > alarm.threshold;
    case Comparison::kLess:
      return value < alarm.threshold;
    case Comparison::kLessOrEqual:
      return value <= alarm.threshold;
  }
  std::unreachable();
}

std::string_view Words(Comparison comparison) {
  switch (comparison) {
    case Comparison::kGreaterOrEqual:
      return "greater than or equal to";
    case Comparison::kGreater:
      return "greater than";
    case Comparison::kLess:
      return "less than";
    case Comparison::kLessOrEqual:
      return "less than or equal to";
  }
  std::unreachable();
}

// Alarms on DynamoDB's metrics ignore missing values by default.
MissingData MissingOf(const Alarm& alarm) {
  return alarm.missing.value_or(alarm.series.space == kDynamoSpace ? MissingData::kIgnore
                                                                   : MissingData::kMissing);
}

// Returns the newest values of the range, at most as many as the alarm has periods. The newest is
// last.
std::vector<Value> ValuesOf(const Alarm& alarm, const Points& values, Minute end) {
  const auto statistic = Statistic::Parse(alarm.statistic);
  if (!statistic) return {};
  const Minute first = end - RangeOf(alarm);
  const Points range(values.lower_bound(first), values.lower_bound(end));
  std::vector<Value> out;
  for (const auto& [time, found] : ByPeriod(range, first * kMinuteSeconds, alarm.period)) {
    const auto value = statistic->Of(found);
    if (!value) continue;
    out.push_back({time, *value, found.count, Breaches(alarm, *value),
                   alarm.skip_few.value_or(false) && !statistic->HasEnough(found)});
  }
  if (out.size() > alarm.periods) {
    out.erase(out.begin(), out.end() - static_cast<std::ptrdiff_t>(alarm.periods));
  }
  return out;
}

// Formats as CloudWatch does: "1.0".
std::string NumberText(double value) {
  auto text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == text.npos) text += ".0";
  return text;
}

// Formats "16/11/26 03:45:00".
std::string ShortTime(Seconds time) {
  const auto text = TimeText(time * kSecond);  // "2026-11-16T03:45:00Z"
  return fmt::format("{}/{}/{} {}", text.substr(8, 2), text.substr(5, 2), text.substr(2, 2),
                     text.substr(11, 8));
}

// Formats "2026-11-16T03:45:00.000+0000".
std::string LongTime(Seconds time) { return TimeText(time * kSecond).substr(0, 19) + ".000+0000"; }

std::string_view Were(std::size_t count) { return count == 1 ? "was" : "were"; }

std::string Listed(const std::vector<Value>& values, bool breaching) {
  std::string list;
  std::size_t count = 0;
  for (auto at = values.rbegin(); at != values.rend(); ++at) {
    if (at->breaches != breaching) continue;
    if (++count > limits::kAlarmValuesShown) return list + ", ...";
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", NumberText(at->value),
                        ShortTime(at->time));
  }
  return list;
}

std::string MissingText(const Alarm& alarm, std::size_t missing) {
  const bool breaching = MissingOf(alarm) == MissingData::kBreaching;
  return fmt::format("{} {} treated as [{}]", Counted(missing, "missing datapoint"), Were(missing),
                     breaching ? "Breaching" : "NonBreaching");
}

bool Fills(const Alarm& alarm) {
  return MissingOf(alarm) == MissingData::kBreaching ||
         MissingOf(alarm) == MissingData::kNotBreaching;
}

// Describes the values that decided the state, as text.
std::string ReasonOf(const Alarm& alarm, const std::vector<Value>& values, bool raised) {
  const auto missing = alarm.periods - values.size();
  if (values.empty()) {
    return fmt::format("Threshold Crossed: no datapoints were received for {} and {}.",
                       Counted(missing, "period"), MissingText(alarm, missing));
  }
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(values, [&](const Value& each) { return each.breaches == raised; }));
  const bool all = count == alarm.periods;
  auto text = fmt::format(
      "Threshold Crossed: {} [{}] {} {}{} the threshold ({})",
      all ? Counted(count, "datapoint")
          : fmt::format("{} out of the last {}", count, Counted(alarm.periods, "datapoint")),
      Listed(values, raised), Were(count), raised ? "" : "not ", Words(alarm.comparison),
      NumberText(alarm.threshold));
  if (missing > 0 && Fills(alarm)) text += " and " + MissingText(alarm, missing);
  if (!all) {
    const auto least = raised ? alarm.breaches : alarm.periods - alarm.breaches + 1;
    text += fmt::format(" (minimum {} for {} transition)", Counted(least, "datapoint"),
                        raised ? "OK -> ALARM" : "ALARM -> OK");
  }
  return text + ".";
}

// The same as JSON. Its texts are ours, so they need no escaping.
std::string DataOf(const Alarm& alarm, const std::vector<Value>& values, Minute end) {
  std::string recent;
  std::string evaluated;
  const auto shown = std::min(values.size(), limits::kAlarmValuesShown);
  for (auto at = values.end() - static_cast<std::ptrdiff_t>(shown); at != values.end(); ++at) {
    const auto number = NumberText(at->value);
    recent += (recent.empty() ? "" : ",") + number;
    evaluated =
        fmt::format(R"({{"timestamp":"{}","sampleCount":{},"value":{}}}{}{})", LongTime(at->time),
                    NumberText(at->count), number, evaluated.empty() ? "" : ",", evaluated);
  }
  const Seconds now = end * kMinuteSeconds;
  return fmt::format(
      R"({{"version":"1.0","queryDate":"{}","startDate":"{}","statistic":"{}","period":{},)"
      R"("recentDatapoints":[{}],"threshold":{},"evaluatedDatapoints":[{}]}})",
      LongTime(now), LongTime(values.empty() ? now - alarm.period : values.front().time),
      alarm.statistic, alarm.period, recent, NumberText(alarm.threshold), evaluated);
}

// The state if some values are missing and missing values count neither way.
std::optional<AlarmState> StateOfFew(const Alarm& alarm, const std::vector<Value>& values,
                                     std::size_t breaching, Minute end) {
  const bool ignored = MissingOf(alarm) == MissingData::kIgnore;
  if (values.empty()) {
    if (ignored) return std::nullopt;
    return AlarmState::kInsufficientData;
  }
  if (breaching < values.size()) return AlarmState::kOk;
  const auto age = (end * kMinuteSeconds - values.front().time) / alarm.period;
  if (ignored || age < static_cast<Seconds>(alarm.breaches)) return std::nullopt;
  return AlarmState::kAlarm;
}

std::optional<AlarmState> StateOf(const Alarm& alarm, const std::vector<Value>& values,
                                  Minute end) {
  const auto breaching = static_cast<std::size_t>(std::ranges::count_if(values, &Value::breaches));
  if (breaching >= alarm.breaches) return AlarmState::kAlarm;
  const auto missing = alarm.periods - values.size();
  if (missing == 0) return AlarmState::kOk;
  switch (MissingOf(alarm)) {
    case MissingData::kMissing:
    case MissingData::kIgnore:
      return StateOfFew(alarm, values, breaching, end);
    case MissingData::kBreaching:
      return breaching + missing >= alarm.breaches ? AlarmState::kAlarm : AlarmState::kOk;
    case MissingData::kNotBreaching:
      return AlarmState::kOk;
  }
  std::unreachable();
}

}  // namespace

Minute RangeOf(const Alarm& alarm) {
  return static_cast<Minute>(alarm.periods + kExtraPeriods) * MinuteAt(alarm.period);
}

std::optional<AlarmStatus> Evaluate(const Alarm& alarm, const Points& values, Minute end) {
  const auto newest = ValuesOf(alarm, values, end);
  if (std::ranges::any_of(newest, &Value::few)) return std::nullopt;
  const auto state = StateOf(alarm, newest, end);
  if (!state) return std::nullopt;
  AlarmStatus status{.state = *state};
  if (*state == AlarmState::kInsufficientData) {
    status.reason = fmt::format("Insufficient Data: {} {} unknown.",
                                Counted(alarm.periods, "datapoint"), Were(alarm.periods));
  } else {
    status.reason = ReasonOf(alarm, newest, *state == AlarmState::kAlarm);
  }
  status.data = DataOf(alarm, newest, end);
  status.updated = status.changed = end * kMinute;
  return status;
}

}  // namespace stator::observe
