#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

#include "base/clock.h"
#include "base/result.h"

namespace stator::table {

// The outcome of a step of background work.
struct StepOutcome {
  bool worked = false;             // there may be more to do right away
  std::optional<TimeMicros> wait;  // service time until more is due; absent: nothing is planned
  std::size_t failures = 0;        // parts that failed while another part worked
  // Machine time to wait before the next step, so that clients' requests are not delayed.
  std::chrono::milliseconds rest = {};

  void Add(const StepOutcome& other) {
    worked = worked || other.worked;
    failures += other.failures;
    rest = std::max(rest, other.rest);
    if (other.wait) wait = std::min(wait.value_or(*other.wait), *other.wait);
  }
};

// The sum of several pieces of work. A failure of one must not delay the others. So Take reports
// the first error only if no other piece has more to do.
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

// A kind of background work, done in small steps.
// Threads: one thread at a time.
class SteppedWork {
 public:
  SteppedWork() = default;
  SteppedWork(const SteppedWork&) = delete;
  SteppedWork& operator=(const SteppedWork&) = delete;
  virtual ~SteppedWork() = default;

  // Does a piece of the due work. The caller may repeat it after an error.
  virtual Result<StepOutcome> Step() = 0;
};

}  // namespace stator::table
