#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "database/worker_pool.h"

namespace stator::server {

// Threads that read long request bodies, so that no event loop does. They run at a lower priority
// than the loops: long requests must not delay short ones. A connection has one request at a time,
// so serving in order of arrival is fair between connections. Threads: any.
class BodyWorkers {
 public:
  explicit BodyWorkers(std::size_t threads);

  // Queues `work`. Returns false and drops it if limits::kBodyQueueMax already wait, or after Stop.
  bool Run(std::move_only_function<void()> work);

  // Ends the threads. Finishes work that has begun and drops all other work.
  void Stop();

 private:
  std::atomic<bool> stopped_ = false;
  database::WorkerPool pool_;
};

}  // namespace stator::server
