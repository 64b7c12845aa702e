#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "base/loop.h"

namespace stator {

// A loop run by a thread that waits for posted work. Threads: any may post; one thread runs and
// destroys the loop. REQUIRES: no thread posts once the loop is being destroyed.
class WaitingLoop final : public Loop {
 public:
  // Notifies under the lock: once the work is taken, the running thread may destroy the loop.
  void Post(std::move_only_function<void()> work) override {
    const std::scoped_lock lock(mutex_);
    posted_.push_back(std::move(work));
    ready_.notify_one();
  }

  // Waits for work and runs one piece of it.
  void RunOne() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !posted_.empty(); });
    auto work = std::move(posted_.front());
    posted_.pop_front();
    lock.unlock();
    work();
  }

  // Whether no work waits.
  bool idle() const {
    const std::scoped_lock lock(mutex_);
    return posted_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::move_only_function<void()>> posted_;
};

}  // namespace stator
