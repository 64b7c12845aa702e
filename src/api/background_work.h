#pragma once

#include <chrono>
#include <functional>

namespace stator::api {

// The interface of handlers to the background thread. Threads: any.
class BackgroundWork {
 public:
  BackgroundWork() = default;
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;
  virtual ~BackgroundWork() = default;

  // Wakes the thread, because there may be work that its last step did not see.
  virtual void Wake() = 0;

  // Waits until `settled` returns true, for at most `wait_max`. It checks after each background
  // step. While one caller waits, further callers wait for a twentieth of their time. All callers
  // are workers of one lane, and a wait of seconds for one index must leave workers for other
  // requests.
  //
  // Returns false if the time is up. Threads: any thread that may wait.
  virtual bool Await(const std::function<bool()>& settled, std::chrono::milliseconds wait_max) = 0;
};

}  // namespace stator::api
