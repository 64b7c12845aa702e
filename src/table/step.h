#pragma once

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "base/result.h"

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

// What several pieces of work came to together. What cannot be done for one of them must not keep
// the others waiting, so the first error is only told at the end.
class StepSum {
 public:
  void Add(const Result<StepOutcome>& part) {
    if (part) {
      outcome_.Add(*part);
    } else if (error_) {
      error_ = Fail(part.error());
    }
  }

  Result<StepOutcome> Take() const {
    if (!error_) return Fail(error_.error());
    return outcome_;
  }

 private:
  StepOutcome outcome_;
  Result<> error_;
};

}  // namespace stator::table
