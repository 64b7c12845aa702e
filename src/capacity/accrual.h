#pragma once

#include "base/clock.h"

namespace stator::capacity {

// The integral over time of a level that is charged by its duration, such as bytes or capacity. The
// unit is the level's unit times seconds. While the level stays the same nothing is computed or
// stored.
struct Accrual {
  double sum = 0;        // until `since`
  double level = 0;      // from then on
  TimeMicros since = 0;  // service time

  // Returns the integral until `now`.
  double At(TimeMicros now) const { return sum + level * Seconds(since, now); }

  // Records the level found at `now`. It counts for the whole time since the previous call, which
  // was at `before`. Returns whether the level has changed. REQUIRES: before <= now.
  bool Look(TimeMicros before, TimeMicros now, double found) {
    if (found == level) return false;
    sum = At(before) + found * Seconds(before, now);
    level = found;
    since = now;
    return true;
  }

  // Adds the sum and the level of another accrual.
  void Add(const Accrual& other) {
    const TimeMicros at = since > other.since ? since : other.since;
    sum = At(at) + other.At(at);
    level += other.level;
    since = at;
  }

  bool operator==(const Accrual&) const = default;

 private:
  static double Seconds(TimeMicros begin, TimeMicros end) {
    constexpr double kMicrosPerSecond = 1e6;
    return end > begin ? static_cast<double>(end - begin) / kMicrosPerSecond : 0;
  }
};

}  // namespace stator::capacity
