#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "capacity/rules.h"
#include "table/units.h"

namespace stator::capacity {

// Units used: in the seconds and minutes of service time, and since the start. A value.
class RateMeter {
 public:
  struct Minute {
    std::int64_t number = 0;  // since the epoch
    table::HalfUnits units = 0;
  };

  // Goes on to the second of `now`; a moment in the past changes nothing. The minute in which
  // something was counted last, if it is over with that.
  std::optional<Minute> Roll(TimeMicros now);
  // Counts into the second it stands at.
  void Add(table::HalfUnits units) {
    in_second_ += units;
    in_minute_ += units;
    total_ += units;
  }

  std::int64_t second() const { return second_; }
  table::HalfUnits in_second() const { return in_second_; }      // so far
  table::HalfUnits last_second() const { return last_second_; }  // the one before
  table::HalfUnits last_minute() const { return last_minute_; }  // the whole minute before this one
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

// The greatest minute ever, as far as it is old enough to count. A value.
class PeakHistory {
 public:
  // What was used in the minute. A minute that is not after all earlier ones changes nothing.
  void Record(const RateMeter::Minute& minute);
  // Half units in the greatest minute that ended kPeakMinutes before the minute `number` begins.
  table::HalfUnits Ripe(std::int64_t number);
  // The greatest of all, including those that do not count yet.
  table::HalfUnits Highest() const;

 private:
  void Advance(std::int64_t number);

  std::array<table::HalfUnits, kPeakMinutes> recent_{};  // by number modulo their count
  std::int64_t next_ = 0;                                // the first minute that is not among them
  table::HalfUnits ripe_ = 0;
};

}  // namespace stator::capacity
