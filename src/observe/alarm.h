#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "observe/metric.h"
#include "observe/statistic.h"

// Values of CloudWatch's alarms on one metric.
namespace stator::observe {

// CloudWatch's states, comparisons and treatments of missing data.
enum class AlarmState : std::uint8_t { kOk, kAlarm, kInsufficientData };
enum class Comparison : std::uint8_t { kGreaterOrEqual, kGreater, kLess, kLessOrEqual };
enum class MissingData : std::uint8_t { kMissing, kIgnore, kBreaching, kNotBreaching };

// The actions of an alarm's state changes. Stored and listed, but never executed.
struct AlarmActions {
  bool enabled = true;
  std::vector<std::string> ok;
  std::vector<std::string> alarm;
  std::vector<std::string> insufficient_data;
  bool operator==(const AlarmActions&) const = default;
};

// The result of an alarm's last evaluation.
struct AlarmStatus {
  AlarmState state = AlarmState::kInsufficientData;
  std::string reason;
  std::string data;        // the reason as JSON; empty if there is none
  TimeMicros updated = 0;  // time of the last evaluation or SetAlarmState
  TimeMicros changed = 0;  // time of the last change of state
  bool operator==(const AlarmStatus&) const = default;
};

// An alarm on one metric: its configuration and its status.
struct Alarm {
  std::string name;
  std::string arn;
  std::optional<std::string> description;
  AlarmActions actions;
  std::map<std::string, std::string> tags;
  TimeMicros configured = 0;

  Series series;          // an empty unit matches all units
  std::string statistic;  // accepted by Statistic::Parse
  // Whether a percentile of too few values leaves the state unchanged, as the client set it.
  std::optional<bool> skip_few = {};
  Seconds period = kMinuteSeconds;  // whole minutes
  std::size_t periods = 1;          // evaluated at once
  std::size_t breaches = 1;         // breaching periods that raise the alarm; at most `periods`
  bool breaches_given = false;      // whether the client set `breaches`
  Comparison comparison = Comparison::kGreater;
  double threshold = 0;
  std::optional<MissingData> missing;  // as the client set it

  AlarmStatus status;
  bool operator==(const Alarm&) const = default;
};
using AlarmPtr = std::shared_ptr<const Alarm>;

}  // namespace stator::observe
