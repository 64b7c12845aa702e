#pragma once

#include <cstdint>

#include "base/clock.h"

// Durations in microseconds, as TimeMicros has them.
namespace stator {

inline constexpr TimeMicros kSecond = 1'000'000;
inline constexpr TimeMicros kMinute = 60 * kSecond;
inline constexpr TimeMicros kHour = 60 * kMinute;
inline constexpr TimeMicros kDay = 24 * kHour;

// The same in seconds.
inline constexpr std::int64_t kHourSeconds = kHour / kSecond;
inline constexpr std::int64_t kDaySeconds = kDay / kSecond;

}  // namespace stator
