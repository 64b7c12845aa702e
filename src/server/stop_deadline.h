#pragma once

#include <chrono>
#include <condition_variable>
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

  // Has the process end after `patience`. Later calls change nothing, so no stop takes longer.
  // Threads: one at a time.
  void Begin(std::chrono::milliseconds patience);

 private:
  void Run(std::chrono::steady_clock::time_point deadline);

  Log& log_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  bool is_over_ GUARDED_BY(mutex_) = false;
  std::thread thread_;  // from Begin on
};

}  // namespace stator::server
