#include "server/stop_deadline.h"

#include <cstdlib>

#include "base/clock.h"

namespace stator::server {

StopDeadline::~StopDeadline() {
  {
    const MutexLock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void StopDeadline::Begin(std::chrono::milliseconds patience) {
  if (thread_.joinable()) return;
  thread_ = std::thread([this, deadline = MachineSteadyNow() + patience] { Run(deadline); });
}

void StopDeadline::Run(std::chrono::steady_clock::time_point deadline) {
  const MutexLock lock(mutex_);
  while (!is_over_) {
    if (MachineSteadyNow() >= deadline) {
      log_.Warning("stopped-without-closing");
      std::_Exit(EXIT_SUCCESS);
    }
    changed_.wait_until(mutex_, deadline);
  }
}

}  // namespace stator::server
