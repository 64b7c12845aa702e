#pragma once

#include <span>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "capacity/governor.h"
#include "capacity/throttle.h"
#include "capacity/usage.h"

namespace stator::capacity {

// Counts the use of capacity: metrics, insights, the bill. Threads: called from every thread that
// runs a request, concurrently. An implementation is quick and waits for nothing but other
// observers' calls.
class Observer {
 public:
  virtual ~Observer() = default;
  // Called for all units used, including those over capacity that were let through.
  virtual void Used(const Usage& usage) = 0;
  // Called for a request that exceeds a bound, whether it is refused or let through.
  virtual void Throttled(const Usage& usage, std::span<const Throttle> throttles) = 0;
};

// All consumption passes through the Meter. So the units that are admitted, charged and observed
// are the same [INV-UNITS-1]. Threads: safe for concurrent use.
class Meter {
 public:
  // `mode` applies to tables without a mode of their own. The references must outlive this object.
  Meter(Governor& governor, const ServiceClock& clock, catalog::CapacityMode mode)
      : governor_(governor), clock_(clock), mode_(mode) {}

  // Registers an observer. REQUIRES: no request has started yet; `observer` outlives the Meter.
  void Add(Observer& observer) { observers_.push_back(&observer); }

  TimeMicros Now() const { return clock_.Now(); }
  // Returns the table's own capacity mode, or else the default.
  catalog::CapacityMode ModeOf(const catalog::Table& table) const;

  // Called before the work: decides whether the request may use the table, and tells
  // `usage.request`. Sets `usage.refused`, or `usage.over` if the request exceeds capacity and is
  // let through; the caller passes that `over` on to Charge. Errors: the client's throttling error,
  // with its reasons.
  Result<> Admit(Usage& usage);
  // Called after the work with the units it used: exactly once for any use, also while capacity is
  // not enforced. Usage with `over` set takes no capacity but is still counted.
  void Charge(const Usage& usage);

 private:
  Governor& governor_;
  const ServiceClock& clock_;
  const catalog::CapacityMode mode_;
  std::vector<Observer*> observers_;
};

}  // namespace stator::capacity
