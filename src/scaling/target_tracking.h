#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/clock.h"
#include "base/durations.h"

// The decisions of target tracking (facts 6.6): pure rules on one-minute points, without storage or
// clock, shared by the database and simulations.
namespace stator::scaling {

// Consecutive minutes that a decision needs. Each has traffic: a minute without traffic is no
// point.
inline constexpr std::size_t kScaleOutPoints = 2;
inline constexpr std::size_t kScaleInPoints = 15;
// Utilisation must be this far below its target, in percent of the provisioned capacity, to scale
// in.
inline constexpr double kScaleInMargin = 20;

// The settings of a policy that Decide uses.
struct TrackingRule {
  double target = 70;    // percent of the provisioned capacity
  std::int64_t min = 1;  // bounds of the capacity
  std::int64_t max = 1;
  bool scale_in = true;
  TimeMicros out_cooldown = 0;
  TimeMicros in_cooldown = 0;
};

// The earlier decisions that a policy remembers.
struct TrackingState {
  TimeMicros last_out = 0;  // 0: never
  TimeMicros last_in = 0;
  std::int64_t last_out_capacity = 0;
  bool operator==(const TrackingState&) const = default;
};

// The observations that Decide uses.
struct TrackingInput {
  // Units consumed per second in each minute, newest last; nullopt for a minute without traffic.
  // Decide looks at the last kScaleInPoints points at most.
  std::span<const std::optional<double>> consumed;
  std::int64_t provisioned = 0;
  TimeMicros now = 0;  // the end of the newest minute
};

// The alarm that asks for a change.
enum class TrackingAlarm : std::uint8_t { kNone, kHigh, kLow };
// The bound that prevents a change which an alarm asks for.
enum class NotScaled : std::uint8_t { kNone, kAtMax, kAtMin };

// The outcome of Decide.
struct TrackingDecision {
  TrackingAlarm alarm = TrackingAlarm::kNone;
  std::optional<std::int64_t> capacity;  // the new capacity; empty: no change
  NotScaled not_scaled = NotScaled::kNone;
};

// Decides whether to change the capacity.
TrackingDecision Decide(const TrackingRule& rule, const TrackingState& state,
                        const TrackingInput& input);

// Returns the policy's state after a decision was carried out.
TrackingState After(const TrackingState& state, const TrackingDecision& decision, TimeMicros now);

// Return the thresholds of the alarms, in units per second.
double HighThreshold(double target, std::int64_t provisioned);
double LowThreshold(double target, std::int64_t provisioned);

}  // namespace stator::scaling
