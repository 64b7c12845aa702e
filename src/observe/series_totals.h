#pragma once

#include <map>

#include "observe/observations.h"
#include "observe/series_room.h"

namespace stator::observe {

// The totals of each series since the start. The number of series is bounded. Series of deleted
// tables are removed. A new series evicts the one without values for longest, unless all have
// values in the same minute.
class SeriesTotals {
 public:
  struct Total {
    double sum = 0;
    double count = 0;
    Minute last = 0;  // newest minute with a value
  };

  // Adds values; skips new series for which `gone` is true.
  void Add(const Observations& all, const Gone& gone);
  // Removes the series for which `gone` is true.
  void Forget(const Gone& gone);
  // Counts values that the caller had no room for.
  void LeaveOut(double values) { left_out_ += values; }

  const std::map<Series, Total>& all() const { return totals_; }
  // Values that are in no total: there was no room, or their series was evicted.
  double left_out() const { return left_out_; }

 private:
  void AddMinute(Minute minute, const std::map<Series, Statistics>& values, const Gone& gone);

  std::map<Series, Total> totals_;
  double left_out_ = 0;
};

}  // namespace stator::observe
