#pragma once

#include <cstdint>

#include "base/clock.h"
#include "table/units.h"

namespace stator::capacity {

// Units that come at a steady rate and are kept for some seconds. Exact: what comes in a
// microsecond is a whole number of millionths of half units. A value; who shares it locks it.
class TokenBucket {
 public:
  // Rates beyond it are cut to it: nothing uses that many half units a second.
  static constexpr table::HalfUnits kRateMax = 10'000'000'000;

  TokenBucket() = default;  // of no rate, holding nothing
  // Holds `seconds` of its rate and begins with `full_seconds` of it.
  TokenBucket(table::HalfUnits per_second, std::int64_t seconds, std::int64_t full_seconds,
              TimeMicros now);

  // What it holds at `now` stays, as far as the new rate lets it hold that much.
  void SetRate(table::HalfUnits per_second, TimeMicros now);

  // Holds anything at all: the next request may pass, whatever it will take.
  bool Open(TimeMicros now) {
    Fill(now);
    return level_ > 0;
  }
  // May leave less than nothing, which later units pay.
  void Take(table::HalfUnits units, TimeMicros now);

  // Whole half units, rounded down.
  table::HalfUnits Level(TimeMicros now);
  table::HalfUnits rate() const { return rate_; }
  table::HalfUnits most() const { return rate_ * seconds_; }

 private:
  // A moment before the last one changes nothing: threads ask out of order.
  void Fill(TimeMicros now);
  std::int64_t Capacity() const;

  std::int64_t level_ = 0;  // millionths of half units
  table::HalfUnits rate_ = 0;
  std::int64_t seconds_ = 0;
  TimeMicros filled_ = 0;
};

}  // namespace stator::capacity
