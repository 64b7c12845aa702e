#include "base/clock.h"

namespace stator {

TimeMicros MachineNow() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::chrono::steady_clock::time_point MachineSteadyNow() {
  return std::chrono::steady_clock::now();
}

TimeMicros SystemServiceClock::Now() const {
  const TimeMicros now = MachineNow();
  TimeMicros latest = latest_.load(std::memory_order_relaxed);
  while (latest < now && !latest_.compare_exchange_weak(latest, now, std::memory_order_relaxed)) {
  }
  return latest < now ? now : latest;
}

}  // namespace stator
