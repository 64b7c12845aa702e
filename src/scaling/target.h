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

// The stored state of auto scaling: the settings of clients, and the resulting activities. Values.
namespace stator::scaling {

// A target-tracking policy. Its metric is the utilisation of the capacity it scales.
struct Policy {
  std::string name;
  std::string arn;
  TimeMicros created = 0;
  double target = 0;                         // percent
  std::optional<bool> disable_scale_in;      // this and the next two as the client set them
  std::optional<std::int64_t> out_cooldown;  // seconds
  std::optional<std::int64_t> in_cooldown;
  std::array<std::string, 4> alarm_ids;  // in the order of AlarmKind
  TrackingState state;
  bool operator==(const Policy&) const = default;
};

// A scheduled action that sets new bounds.
struct ScheduledAction {
  std::string name;
  std::string arn;
  TimeMicros created = 0;
  std::string schedule;  // an expression that Schedule::Parse accepts
  std::string timezone;  // empty means UTC
  std::optional<TimeMicros> start;
  std::optional<TimeMicros> end;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<TimeMicros> next;  // time of the next run; empty: no more runs
  bool operator==(const ScheduledAction&) const = default;
};

// The kinds of scaling that the client suspended.
struct Suspended {
  bool scale_in = false;
  bool scale_out = false;
  bool scheduled = false;
  bool operator==(const Suspended&) const = default;
};

// A scalable target with its policies and actions.
struct Target {
  TargetId id;
  std::string arn;
  std::string role_arn;
  TimeMicros created = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
  Suspended suspended;
  // The bounds have changed, and the capacity may not be within them yet.
  bool bounds_changed = false;
  std::map<std::string, std::string> tags;
  std::vector<Policy> policies;          // by name
  std::vector<ScheduledAction> actions;  // by name
  bool operator==(const Target&) const = default;
};
using TargetPtr = std::shared_ptr<const Target>;

// A completed or failed attempt to scale a target.
struct Activity {
  enum class Status : std::uint8_t { kSuccessful, kFailed, kUnfulfilled };
  std::uint64_t number = 0;  // in the order of events
  std::string id;
  TargetId target;
  std::string description;
  std::string cause;
  TimeMicros start = 0;
  TimeMicros end = 0;
  Status status = Status::kSuccessful;
  std::string message;
  // The reason why nothing was scaled although an alarm asked for it.
  NotScaled not_scaled = NotScaled::kNone;
  std::int64_t capacity = 0;  // the capacity at that time
  bool operator==(const Activity&) const = default;
};
using ActivityPtr = std::shared_ptr<const Activity>;

}  // namespace stator::scaling
