#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace stator::database {

// Runs work that may wait on a few threads, with a bounded queue. Threads: safe for concurrent use.
class WorkerPool {
 public:
  // `nice` is added to the threads' nice value, so that the machine prefers other threads.
  WorkerPool(std::size_t threads, std::size_t queue_max, int nice = 0);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Queues `work`. Returns false, without running it, if the queue is full or the pool is stopped.
  // An exception ends only this work; a caller that waits for it must notice on its own.
  bool Run(std::move_only_function<void()> work);

  // Runs the accepted work, then ends the threads.
  void Stop();

 private:
  void Work();

  const std::size_t queue_max_;
  const int nice_;
  Mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<std::move_only_function<void()>> queue_ GUARDED_BY(mutex_);
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace stator::database
