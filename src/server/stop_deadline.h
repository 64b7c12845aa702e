#pragma once

#include <chrono>
#include <condition_variable>
#include <optional>
#include <thread>

#include "base/log.h"
#include "base/mutex.h"

namespace stator::server {

// Ends the process when stopping takes too long: a disk that does not answer keeps the store from
// closing. Nothing acknowledged is lost, because it is in the synced log, which the next start
// replays. The process ends with status 0, as the operator asked for it, and one warning.
class StopDeadline {
 public:
  explicit StopDeadline(Log& log) : log_(log) {}
  // All has ended in time.
  ~StopDeadline();
  StopDeadline(const StopDeadline&) = delete;
  StopDeadline& operator=(const StopDeadline&) = delete;

  // The process ends after `patience`, unless an earlier call allows more.
  void Set(std::chrono::milliseconds patience);

 private:
  void Run();

  Log& log_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<std::chrono::steady_clock::time_point> deadline_ GUARDED_BY(mutex_);
  bool is_over_ GUARDED_BY(mutex_) = false;
  std::thread thread_;  // from the first Set on
};

}  // namespace stator::server
