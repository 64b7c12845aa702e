#pragma once

#include <cstddef>
#include <cstdint>

// Bounds of auto scaling; AWS's quotas where it has any.
namespace stator::limits {

inline constexpr std::size_t kScalableTargetsMax = 5000;
inline constexpr std::int64_t kScalingCapacityMax = INT32_MAX;  // a bound is an Integer
inline constexpr std::size_t kScheduledActionsMax = 200;        // of a target
inline constexpr std::size_t kScalingTagsMax = 50;              // of a target
inline constexpr std::size_t kScalingActivitiesMax = 1000;
inline constexpr std::size_t kScalingEventsPerStep = 32;   // minutes looked at, or actions run
inline constexpr std::int64_t kScheduleDaysMax = 8 * 366;  // looked ahead for the next run
inline constexpr std::int64_t kScheduleRateMax = 1'000'000;
inline constexpr std::size_t kScheduleBytesMax = 1600;

}  // namespace stator::limits
