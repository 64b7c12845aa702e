#pragma once

#include "base/clock.h"

// Durations in microseconds, as TimeMicros has them.
namespace stator {

inline constexpr TimeMicros kSecond = 1'000'000;
inline constexpr TimeMicros kMinute = 60 * kSecond;
inline constexpr TimeMicros kHour = 60 * kMinute;
inline constexpr TimeMicros kDay = 24 * kHour;

}  // namespace stator
