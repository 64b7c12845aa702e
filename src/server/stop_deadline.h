#pragma once

#include <chrono>
#include <condition_variable>
#include <thread>

#include "base/log.h"
#include "base/mutex.h"

namespace stator::server {

// Ends the process if stopping takes too long, because a disk that hangs keeps the store from
// closing. No acknowledged write is lost: the synced log has it, and the next start replays the
// log. The process logs one warning and ends with status 0, because the operator asked for the
// stop.
class StopDeadline {
 public:
  explicit StopDeadline(Log& log) : log_(log) {}
  // Cancels the deadline: the stop finished in time.
  ~StopDeadline();
  StopDeadline(const StopDeadline&) = delete;
  StopDeadline& operator=(const StopDeadline&) = delete;

  // Ends the process after `patience`. Later calls change nothing, so they cannot prolong a stop.
  // Threads: one at a time.
  void Begin(std::chrono::milliseconds patience);

 private:
  void Run(std::chrono::steady_clock::time_point deadline);

  Log& log_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  bool is_over_ GUARDED_BY(mutex_) = false;
  std::thread thread_;  // set by Begin
};

}  // namespace stator::server
