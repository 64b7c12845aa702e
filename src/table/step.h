#pragma once

#include <algorithm>
#include <optional>

#include "base/clock.h"

namespace stator::table {

// What a step of background work came to.
struct StepOutcome {
  bool worked = false;             // there may be more to do right away
  std::optional<TimeMicros> wait;  // service time after which there will be; absent: none in sight

  void Add(const StepOutcome& other) {
    worked = worked || other.worked;
    if (other.wait) wait = std::min(wait.value_or(*other.wait), *other.wait);
  }
};

}  // namespace stator::table
