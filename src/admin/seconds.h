#pragma once

#include "base/clock.h"

namespace stator::admin {

// Converts a time to seconds since 1970, as admin answers give times that a program draws.
inline double SecondsOf(TimeMicros time) {
  constexpr double kMicrosPerSecond = 1e6;
  return static_cast<double>(time) / kMicrosPerSecond;
}

}  // namespace stator::admin
