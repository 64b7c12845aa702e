#pragma once

#include <span>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "capacity/governor.h"
#include "capacity/throttle.h"
#include "capacity/usage.h"

namespace stator::capacity {

// Whoever counts what is used: metrics, insights, the bill. Called on the threads of requests, so
// it is quick and waits for nobody but others who count. Safe for concurrent use.
class Observer {
 public:
  virtual ~Observer() = default;
  // Units that were used, also by what went over capacity and was let through.
  virtual void Used(const Usage& usage) = 0;
  // What met a bound, whether it was refused or let through.
  virtual void Throttled(const Usage& usage, std::span<const Throttle> throttles) = 0;
};

// The one place through which all consumption goes: what is admitted, charged and told to observers
// is the same [INV-UNITS-1]. Safe for concurrent use.
class Meter {
 public:
  // `mode` is for tables that have none of their own. The references outlive it.
  Meter(Governor& governor, const ServiceClock& clock, catalog::CapacityMode mode)
      : governor_(governor), clock_(clock), mode_(mode) {}

  // REQUIRES: before the first request. `observer` outlives it.
  void Add(Observer& observer) { observers_.push_back(&observer); }

  TimeMicros Now() const { return clock_.Now(); }
  catalog::CapacityMode ModeOf(const catalog::Table& table) const;

  // Before the work: whether the table may be used. Sets `over` if it is used beyond its capacity
  // and let through, which whoever charges for it has to say again. The error is for the client,
  // with its reasons. `request` hears of it.
  Result<> Admit(Usage& usage);
  // After the work, with the units it took. Exactly once for what used any, also where no capacity
  // is looked at. What was `over` takes none of it and is counted all the same.
  void Charge(const Usage& usage);

 private:
  Governor& governor_;
  const ServiceClock& clock_;
  const catalog::CapacityMode mode_;
  std::vector<Observer*> observers_;
};

}  // namespace stator::capacity
