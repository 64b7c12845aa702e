#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "database/worker_pool.h"

namespace stator::server {

// Threads that read long request bodies, so that no event loop does. They run below the priority of
// the loops: a long request may take long, the short ones beside it must not. A connection has one
// request at a time, so the order of arrival takes turns between connections. Safe for concurrent
// use.
class BodyWorkers {
 public:
  explicit BodyWorkers(std::size_t threads);

  // False, and `work` is not run, if limits::kBodyQueueMax wait already, or after Stop.
  bool Run(std::move_only_function<void()> work);

  // Ends the threads. Work that has begun is finished; other work is dropped without being run.
  void Stop();

 private:
  std::atomic<bool> stopped_ = false;
  database::WorkerPool pool_;
};

}  // namespace stator::server
