#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace stator {

// Microseconds since the epoch, the resolution in which times are stored.
using TimeMicros = std::int64_t;

// Service time, which users can turn: for TTL, streams, tokens, capacity and timestamps in bodies.
// Timeouts, signatures, latencies and logs use machine time instead. Threads: any.
class ServiceClock {
 public:
  virtual ~ServiceClock() = default;
  virtual TimeMicros Now() const = 0;
};

// A clock that a test moves by hand. Threads: any.
class ManualServiceClock : public ServiceClock {
 public:
  explicit ManualServiceClock(TimeMicros now) : now_(now) {}
  TimeMicros Now() const override { return now_; }
  void Advance(TimeMicros step) { now_ += step; }

 private:
  std::atomic<TimeMicros> now_;
};

// Machine time, which users cannot turn.
TimeMicros MachineNow();
// Monotonic machine time: only differences have a meaning.
std::chrono::steady_clock::time_point MachineSteadyNow();

}  // namespace stator
