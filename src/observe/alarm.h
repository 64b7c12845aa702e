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

// CloudWatch's alarms on one metric. Values.
namespace stator::observe {

enum class AlarmState : std::uint8_t { kOk, kAlarm, kInsufficientData };
enum class Comparison : std::uint8_t { kGreaterOrEqual, kGreater, kLess, kLessOrEqual };
enum class MissingData : std::uint8_t { kMissing, kIgnore, kBreaching, kNotBreaching };

// What clients have called when the state changes. Kept and shown; nothing is called.
struct AlarmActions {
  bool enabled = true;
  std::vector<std::string> ok;
  std::vector<std::string> alarm;
  std::vector<std::string> insufficient_data;
  bool operator==(const AlarmActions&) const = default;
};

// What an alarm found last.
struct AlarmStatus {
  AlarmState state = AlarmState::kInsufficientData;
  std::string reason;
  std::string data;        // the reason as JSON; empty: there is none
  TimeMicros updated = 0;  // when it was last found or set
  TimeMicros changed = 0;  // when it last became another
  bool operator==(const AlarmStatus&) const = default;
};

struct Alarm {
  std::string name;
  std::string arn;
  std::optional<std::string> description;
  AlarmActions actions;
  std::map<std::string, std::string> tags;
  TimeMicros configured = 0;

  Series series;          // an empty unit stands for any
  std::string statistic;  // one that Statistic::Parse takes
  // A percentile of too few values changes nothing; as the client gave it, and false if not at all.
  std::optional<bool> skip_few = {};
  Seconds period = kMinuteSeconds;  // whole minutes
  std::size_t periods = 1;          // that are looked at
  std::size_t breaches = 1;         // among them that raise it; at most as many
  bool breaches_given = false;      // by the client
  Comparison comparison = Comparison::kGreater;
  double threshold = 0;
  std::optional<MissingData> missing;  // as the client gave it

  AlarmStatus status;
  bool operator==(const Alarm&) const = default;
};
using AlarmPtr = std::shared_ptr<const Alarm>;

}  // namespace stator::observe
