#include "database/worker_pool.h"

#include <tuple>
#include <utility>

#include <unistd.h>

#include "base/contain.h"

namespace stator::database {

WorkerPool::WorkerPool(std::size_t threads, std::size_t queue_max, int nice)
    : queue_max_(queue_max), nice_(nice) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

WorkerPool::~WorkerPool() { Stop(); }

bool WorkerPool::Run(std::move_only_function<void()> work) {
  {
    const MutexLock lock(mutex_);
    if (stopping_ || queue_.size() >= queue_max_) return false;
    queue_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

void WorkerPool::Stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void WorkerPool::Work() {
  // On Linux this affects only the calling thread. If it fails, only fairness is lost.
  if (nice_ != 0) std::ignore = ::nice(nice_);
  while (true) {
    std::move_only_function<void()> work;
    {
      const MutexLock lock(mutex_);
      while (queue_.empty() && !stopping_) wake_.wait(mutex_);
      if (queue_.empty()) return;
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    ContainQuietly(work);
  }
}

}  // namespace stator::database
