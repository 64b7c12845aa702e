#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "base/loop.h"

namespace stator {

// A loop run by a thread that waits for what others post to it. One thread runs and destroys it;
// it may do the latter from the moment nobody has anything left to post.
class WaitingLoop final : public Loop {
 public:
  // Notifies under the lock: once the work is taken, whoever waited may let the loop go.
  void Post(std::move_only_function<void()> work) override {
    const std::scoped_lock lock(mutex_);
    posted_.push_back(std::move(work));
    ready_.notify_one();
  }

  // Waits for something to be posted and runs it.
  void RunOne() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !posted_.empty(); });
    auto work = std::move(posted_.front());
    posted_.pop_front();
    lock.unlock();
    work();
  }

  // Nothing waits to be run.
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
