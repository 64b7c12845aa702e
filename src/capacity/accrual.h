#pragma once

#include "base/clock.h"

namespace stator::capacity {

// Something that is held and costs by the time: bytes, capacity. In so much of it times seconds. A
// level that stays needs no counting, and no writing down.
struct Accrual {
  double sum = 0;        // until `since`
  double level = 0;      // from then on
  TimeMicros since = 0;  // service time

  double At(TimeMicros now) const { return sum + level * Seconds(since, now); }

  // The level was looked at before and is looked at now; what it is now, it is taken to have been
  // in between. True: it is another one. REQUIRES: before <= now.
  bool Look(TimeMicros before, TimeMicros now, double found) {
    if (found == level) return false;
    sum = At(before) + found * Seconds(before, now);
    level = found;
    since = now;
    return true;
  }

  // Both together.
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
