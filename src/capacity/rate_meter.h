#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "capacity/rules.h"
#include "table/units.h"

namespace stator::capacity {

// Counts units by second and minute of service time, and in total. A value.
class RateMeter {
 public:
  struct Minute {
    std::int64_t number = 0;  // since the epoch
    table::HalfUnits units = 0;
  };

  // Advances to the second of `now`; an earlier moment changes nothing. Returns the minute of the
  // last count if that minute is over.
  std::optional<Minute> Roll(TimeMicros now);
  // Adds to the current second.
  void Add(table::HalfUnits units) {
    in_second_ += units;
    in_minute_ += units;
    total_ += units;
  }

  std::int64_t second() const { return second_; }
  table::HalfUnits in_second() const { return in_second_; }      // so far
  table::HalfUnits last_second() const { return last_second_; }  // the previous second
  table::HalfUnits last_minute() const { return last_minute_; }  // the whole previous minute
  table::HalfUnits total() const { return total_; }

 private:
  std::int64_t second_ = 0;
  std::int64_t minute_ = 0;
  table::HalfUnits in_second_ = 0;
  table::HalfUnits last_second_ = 0;
  table::HalfUnits in_minute_ = 0;
  table::HalfUnits last_minute_ = 0;
  table::HalfUnits total_ = 0;
};

// Remembers the minute with the most units among those old enough to count. A value.
class PeakHistory {
 public:
  // Records the units of one minute. A minute that does not follow all earlier ones changes
  // nothing.
  void Record(const RateMeter::Minute& minute);
  // Returns the half units of the greatest minute that ended kPeakMinutes before minute `number`.
  table::HalfUnits Ripe(std::int64_t number);
  // Returns the greatest minute of all, including those that do not count yet.
  table::HalfUnits Highest() const;

 private:
  void Advance(std::int64_t number);

  std::array<table::HalfUnits, kPeakMinutes> recent_{};  // by number modulo their count
  std::int64_t next_ = 0;                                // the first minute not in recent_
  table::HalfUnits ripe_ = 0;
};

}  // namespace stator::capacity
