#include "server/body_workers.h"

#include <utility>

#include "base/request_limits.h"
#include "base/work_limits.h"

namespace stator::server {

BodyWorkers::BodyWorkers(std::size_t threads)
    : pool_(threads, limits::kBodyQueueMax, limits::kWorkerNice) {}

bool BodyWorkers::Run(std::move_only_function<void()> work) {
  return pool_.Run([this, work = std::move(work)]() mutable {
    if (stopped_.load()) return;
    work();
  });
}

void BodyWorkers::Stop() {
  stopped_.store(true);
  pool_.Stop();
}

}  // namespace stator::server
