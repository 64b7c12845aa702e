#pragma once

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "catalog/catalog.h"
#include "table/commit_queue.h"

namespace stator::database {

// What the clock shows, and how it runs.
struct ClockReading {
  TimeMicros service = 0;
  TimeMicros machine = 0;
  ClockRule rule;
  bool holds_expiry = false;  // see ClockHold
};

// The database's clock as its users turn it. Its rule is kept in the store, so it runs on across
// restarts. Safe for concurrent use.
class ServiceTime {
 public:
  // Goes on from what the store knows. `given`: the clock to use instead, which nobody can turn
  // here; may be null.
  ServiceTime(const catalog::Catalog& catalog, const ServiceClock* given,
              const TurnableClock::MachineTime& machine = MachineNow)
      : own_(catalog.clock_rule(), catalog.last_time(), machine),
        given_(given),
        shown_(own_.rule()) {}

  const ServiceClock& clock() const { return given_ != nullptr ? *given_ : own_; }
  ClockReading Read() const;

  // Turns the clock once the new rule is durable. ValidationException with one sentence if the
  // clock cannot be turned so. Waits.
  Result<ClockReading> Turn(const ClockTurn& turn, table::CommitQueue& queue);

 private:
  void Follow(const ClockRule& rule);

  TurnableClock own_;
  const ServiceClock* const given_;
  Mutex turning_;  // turns wait for one another, and nobody else for them

  // The rule as users know it: while a turn is being stored the clock stands, which is nobody's
  // wish.
  mutable Mutex shown_mutex_;
  ClockRule shown_ GUARDED_BY(shown_mutex_);
};

}  // namespace stator::database
