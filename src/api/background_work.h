#pragma once

#include <chrono>
#include <functional>

namespace stator::api {

// The thread that does background work, as handlers see it. Threads: any.
class BackgroundWork {
 public:
  BackgroundWork() = default;
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;
  virtual ~BackgroundWork() = default;

  // Tells the thread that there may be work that its last step did not know of.
  virtual void Wake() = 0;

  // Waits until `settled` returns true, for `wait_max` at most. The thread asks between its steps.
  // While one caller waits, others wait for a twentieth of that: they are workers of one lane, and
  // one that fills an index for seconds must leave the others to other requests.
  // False: the time is up. Threads: those that may wait.
  virtual bool Await(const std::function<bool()>& settled, std::chrono::milliseconds wait_max) = 0;
};

}  // namespace stator::api
