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

}  // namespace stator
