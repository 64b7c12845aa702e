#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace stator::database {

// A few threads for work that may wait, with a bounded queue before them. Safe for concurrent use.
class WorkerPool {
 public:
  // `nice` is added to the nice value of the threads: the machine prefers other threads to them.
  WorkerPool(std::size_t threads, std::size_t queue_max, int nice = 0);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False if the queue is full or the pool is stopped; `work` is not run then. What it throws ends
  // it and nothing else: whoever waits for it has to see to that himself.
  bool Run(std::move_only_function<void()> work);

  // Runs what was accepted, then ends the threads.
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
