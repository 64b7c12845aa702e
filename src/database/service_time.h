#pragma once

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "catalog/catalog.h"
#include "table/commit_queue.h"

namespace stator::database {

// The state of the clock: the times it shows and its rule.
struct ClockReading {
  TimeMicros service = 0;
  TimeMicros machine = 0;
  ClockRule rule;
  bool holds_expiry = false;  // see ClockHold
};

// The database's clock, which its users may turn. Its rule is stored, so it continues across
// restarts.
// Threads: safe for concurrent use.
class ServiceTime {
 public:
  // Continues from the stored rule. `given` is a clock to use instead, which cannot be turned here;
  // may be null.
  ServiceTime(const catalog::Catalog& catalog, const ServiceClock* given,
              const TurnableClock::MachineTime& machine = MachineNow)
      : own_(catalog.clock_rule(), catalog.last_time(), machine),
        given_(given),
        shown_(own_.rule()) {}

  const ServiceClock& clock() const { return given_ != nullptr ? *given_ : own_; }
  // Returns the current state of the clock.
  ClockReading Read() const;

  // Turns the clock once the new rule is durable. Waits. Errors: ValidationException with one
  // sentence if the clock cannot be turned so.
  Result<ClockReading> Turn(const ClockTurn& turn, table::CommitQueue& queue);

 private:
  void Follow(const ClockRule& rule);

  TurnableClock own_;
  const ServiceClock* const given_;
  Mutex turning_;  // serializes turns; readers do not take it

  // The rule that users see. While a turn is being stored the clock stands still, which users must
  // not see as its rule.
  mutable Mutex shown_mutex_;
  ClockRule shown_ GUARDED_BY(shown_mutex_);
};

}  // namespace stator::database
