#pragma once

#include <map>

#include "observe/observations.h"
#include "observe/series_room.h"

namespace stator::observe {

// What the values of each series came to since the start. Series are bounded in number: one that is
// gone is forgotten, and that without values for longest makes way for a new one, unless all have
// values in the same minute.
class SeriesTotals {
 public:
  struct Total {
    double sum = 0;
    double count = 0;
    Minute last = 0;  // the newest minute it has a value in
  };

  // Values of what is gone are not added.
  void Add(const Observations& all, const Gone& gone);
  void Forget(const Gone& gone);
  // Counts values that somebody else had no room for.
  void LeaveOut(double values) { left_out_ += values; }

  const std::map<Series, Total>& all() const { return totals_; }
  // Values that came and are in no total: there was no room, or their series made way.
  double left_out() const { return left_out_; }

 private:
  void AddMinute(Minute minute, const std::map<Series, Statistics>& values, const Gone& gone);

  std::map<Series, Total> totals_;
  double left_out_ = 0;
};

}  // namespace stator::observe
