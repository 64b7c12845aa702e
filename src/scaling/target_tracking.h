#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/clock.h"
#include "base/durations.h"

// What target tracking decides (facts 6.6): pure rules on one-minute points, without storage or
// clock, for the database and for simulations alike.
namespace stator::scaling {

// Minutes in a row that it takes, each with traffic: a minute without any is no point.
inline constexpr std::size_t kScaleOutPoints = 2;
inline constexpr std::size_t kScaleInPoints = 15;
// How far below its target, in percent of the provisioned capacity, utilisation must be to scale
// in.
inline constexpr double kScaleInMargin = 20;

struct TrackingRule {
  double target = 70;    // percent of the provisioned capacity
  std::int64_t min = 1;  // bounds of the capacity
  std::int64_t max = 1;
  bool scale_in = true;
  TimeMicros out_cooldown = 0;
  TimeMicros in_cooldown = 0;
};

// What a policy remembers of what it did.
struct TrackingState {
  TimeMicros last_out = 0;  // 0: never
  TimeMicros last_in = 0;
  std::int64_t last_out_capacity = 0;
  bool operator==(const TrackingState&) const = default;
};

struct TrackingInput {
  // Units consumed per second, minute by minute, the newest last; nothing where nothing was. More
  // than kScaleInPoints are not looked at.
  std::span<const std::optional<double>> consumed;
  std::int64_t provisioned = 0;
  TimeMicros now = 0;  // the end of the newest minute
};

enum class TrackingAlarm : std::uint8_t { kNone, kHigh, kLow };
enum class NotScaled : std::uint8_t { kNone, kAtMax, kAtMin };

struct TrackingDecision {
  TrackingAlarm alarm = TrackingAlarm::kNone;
  std::optional<std::int64_t> capacity;  // what to provision from now on; none: stay
  NotScaled not_scaled = NotScaled::kNone;
};

TrackingDecision Decide(const TrackingRule& rule, const TrackingState& state,
                        const TrackingInput& input);

// What the policy remembers once a decision to change the capacity has been carried out.
TrackingState After(const TrackingState& state, const TrackingDecision& decision, TimeMicros now);

// Where the alarms are: units per second.
double HighThreshold(double target, std::int64_t provisioned);
double LowThreshold(double target, std::int64_t provisioned);

}  // namespace stator::scaling
