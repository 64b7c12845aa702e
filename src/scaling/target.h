#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "scaling/resource.h"
#include "scaling/target_tracking.h"

// What clients have said about auto scaling, and what came of it. Values.
namespace stator::scaling {

// A policy of target tracking. Its metric is the utilisation of what it scales.
struct Policy {
  std::string name;
  std::string arn;
  TimeMicros created = 0;
  double target = 0;                         // percent
  std::optional<bool> disable_scale_in;      // this and the next two as the client gave them
  std::optional<std::int64_t> out_cooldown;  // seconds
  std::optional<std::int64_t> in_cooldown;
  std::array<std::string, 4> alarm_ids;  // in the order of AlarmKind
  TrackingState state;
  bool operator==(const Policy&) const = default;
};

struct ScheduledAction {
  std::string name;
  std::string arn;
  TimeMicros created = 0;
  std::string schedule;  // an expression that Schedule::Parse takes
  std::string timezone;  // empty: not given, UTC
  std::optional<TimeMicros> start;
  std::optional<TimeMicros> end;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<TimeMicros> next;  // when it runs; none: not any more
  bool operator==(const ScheduledAction&) const = default;
};

struct Suspended {
  bool scale_in = false;
  bool scale_out = false;
  bool scheduled = false;
  bool operator==(const Suspended&) const = default;
};

// A scalable target with all that belongs to it.
struct Target {
  TargetId id;
  std::string arn;
  std::string role_arn;
  TimeMicros created = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
  Suspended suspended;
  // The bounds have changed and the capacity has yet to be brought within them.
  bool bounds_changed = false;
  std::map<std::string, std::string> tags;
  std::vector<Policy> policies;          // by name
  std::vector<ScheduledAction> actions;  // by name
  bool operator==(const Target&) const = default;
};
using TargetPtr = std::shared_ptr<const Target>;

// Something that was done, or tried, to a target.
struct Activity {
  enum class Status : std::uint8_t { kSuccessful, kFailed, kUnfulfilled };
  std::uint64_t number = 0;  // in the order in which they happened
  std::string id;
  TargetId target;
  std::string description;
  std::string cause;
  TimeMicros start = 0;
  TimeMicros end = 0;
  Status status = Status::kSuccessful;
  std::string message;
  // Why nothing was scaled, though an alarm asked for it.
  NotScaled not_scaled = NotScaled::kNone;
  std::int64_t capacity = 0;  // then: what there was
  bool operator==(const Activity&) const = default;
};
using ActivityPtr = std::shared_ptr<const Activity>;

}  // namespace stator::scaling
