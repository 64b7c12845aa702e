#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

#include "base/clock.h"
#include "base/result.h"

namespace stator::table {

// What a step of background work came to.
struct StepOutcome {
  bool worked = false;             // there may be more to do right away
  std::optional<TimeMicros> wait;  // service time after which there will be; absent: none in sight
  std::size_t failures = 0;        // of parts, while another part worked
  // Machine time to let pass before the next step, for the sake of others.
  std::chrono::milliseconds rest = {};

  void Add(const StepOutcome& other) {
    worked = worked || other.worked;
    failures += other.failures;
    rest = std::max(rest, other.rest);
    if (other.wait) wait = std::min(wait.value_or(*other.wait), *other.wait);
  }
};

// What several pieces of work came to together. What cannot be done for one of them must not keep
// the others waiting: the first error is told at the end, and only if nothing else has more to do.
class StepSum {
 public:
  void Add(const Result<StepOutcome>& part) {
    if (part) return outcome_.Add(*part);
    ++outcome_.failures;
    if (error_) error_ = Fail(part.error());
  }

  Result<StepOutcome> Take() const {
    if (!error_ && !outcome_.worked) return Fail(error_.error());
    return outcome_;
  }

 private:
  StepOutcome outcome_;
  Result<> error_;
};

// A kind of background work. It is done in small steps, by one thread at a time.
class SteppedWork {
 public:
  SteppedWork() = default;
  SteppedWork(const SteppedWork&) = delete;
  SteppedWork& operator=(const SteppedWork&) = delete;
  virtual ~SteppedWork() = default;

  // Does a piece of what is due. May be called again after an error.
  virtual Result<StepOutcome> Step() = 0;
};

}  // namespace stator::table
