#pragma once

#include <cstdint>

#include "base/clock.h"
#include "table/units.h"

namespace stator::capacity {

// A bucket that gains units at a steady rate and holds some seconds of that rate. The arithmetic is
// exact: the gain per microsecond is a whole number of millionths of half units.
// Threads: a value; callers lock it.
class TokenBucket {
 public:
  // Higher rates are reduced to this one; no resource uses that many half units a second.
  static constexpr table::HalfUnits kRateMax = 10'000'000'000;

  TokenBucket() = default;  // has rate 0 and holds nothing
  // Holds at most `seconds` of its rate and starts with `full_seconds` of it.
  TokenBucket(table::HalfUnits per_second, std::int64_t seconds, std::int64_t full_seconds,
              TimeMicros now);

  // Changes the rate. The level at `now` stays, up to the new maximum.
  void SetRate(table::HalfUnits per_second, TimeMicros now);

  // Whether anything is left: the next request may pass, whatever it will use.
  bool Open(TimeMicros now) {
    Fill(now);
    return level_ > 0;
  }
  // Takes units. The level may become negative; later gains pay that debt.
  void Take(table::HalfUnits units, TimeMicros now);

  // Returns whole half units, rounded down.
  table::HalfUnits Level(TimeMicros now);
  table::HalfUnits rate() const { return rate_; }
  // The maximum level.
  table::HalfUnits most() const { return rate_ * seconds_; }

 private:
  // Adds the gain up to `now`. An earlier moment changes nothing, because threads call out of
  // order.
  void Fill(TimeMicros now);
  std::int64_t Capacity() const;

  std::int64_t level_ = 0;  // millionths of half units
  table::HalfUnits rate_ = 0;
  std::int64_t seconds_ = 0;
  TimeMicros filled_ = 0;
};

}  // namespace stator::capacity
