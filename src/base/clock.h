#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace stator {

// Microseconds since the epoch, the resolution in which times are stored.
using TimeMicros = std::int64_t;

// Service time: TTL, streams, tokens, capacity, timestamps in bodies. Users may turn it, so nothing
// that must follow the machine (timeouts, signatures, latencies, logs) asks it.
// Safe for concurrent use.
class ServiceClock {
 public:
  virtual ~ServiceClock() = default;
  virtual TimeMicros Now() const = 0;
};

// Stands still until told to move, perhaps while others look at it. For tests.
class ManualServiceClock : public ServiceClock {
 public:
  explicit ManualServiceClock(TimeMicros now) : now_(now) {}
  TimeMicros Now() const override { return now_; }
  void Advance(TimeMicros step) { now_ += step; }

 private:
  std::atomic<TimeMicros> now_;
};

// Machine time: nobody turns it.
TimeMicros MachineNow();
// Never runs backwards; only differences mean anything.
std::chrono::steady_clock::time_point MachineSteadyNow();

}  // namespace stator
