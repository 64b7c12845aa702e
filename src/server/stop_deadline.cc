#include "server/stop_deadline.h"

#include <algorithm>
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

void StopDeadline::Set(std::chrono::milliseconds patience) {
  const auto deadline = MachineSteadyNow() + patience;
  {
    const MutexLock lock(mutex_);
    deadline_ = std::max(deadline_.value_or(deadline), deadline);
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
}

void StopDeadline::Run() {
  const MutexLock lock(mutex_);
  while (!is_over_) {
    const auto deadline = *deadline_;  // may be moved meanwhile
    if (MachineSteadyNow() >= deadline) {
      log_.Warning("stopped-without-closing");
      std::_Exit(EXIT_SUCCESS);
    }
    changed_.wait_until(mutex_, deadline);
  }
}

}  // namespace stator::server
