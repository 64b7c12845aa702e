#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "api/background_work.h"
#include "base/mutex.h"
#include "base/result.h"
#include "table/step.h"

namespace stator::database {

// Runs background work on one thread. The thread steps while it finds work, then sleeps until Wake
// or until the time at which more work is due.
//
// Threads: safe for concurrent use.
class Background final : public api::BackgroundWork {
 public:
  // Start begins the thread.
  Background() = default;
  ~Background() override;

  // Starts the thread, which steps the works in their order. A work that fails or throws does not
  // delay the others. REQUIRES: Start was not called before; the works outlive the thread.
  void Start(std::vector<table::SteppedWork*> works);

  // Before Start, a wake is remembered. After Stop, it has no effect.
  void Wake() override;

  // Threads: any but the background thread.
  bool Await(const std::function<bool()>& settled, std::chrono::milliseconds wait_max) override;

  // Ends the thread after its current step.
  void Stop();

  // Returns how many steps failed or threw. Each is retried after a pause.
  std::uint64_t failures() const { return failures_.load(std::memory_order_relaxed); }

 private:
  Result<table::StepOutcome> Step();
  void Run();
  // Returns false if the thread must stop.
  bool Sleep(std::chrono::milliseconds pause);
  void NoteStep();
  // Returns how much of `wait_max` this caller of Await may wait.
  std::chrono::milliseconds BeginWait(std::chrono::milliseconds wait_max);
  void EndWait();
  bool AwaitStep(std::uint64_t& seen, std::chrono::steady_clock::time_point until);

  std::vector<table::SteppedWork*> works_;  // set by Start, before the thread begins
  std::atomic<std::uint64_t> failures_ = 0;

  Mutex mutex_;
  std::condition_variable_any wake_;
  bool woken_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::uint64_t steps_ GUARDED_BY(mutex_) = 0;  // steps that have ended
  std::size_t waiting_ GUARDED_BY(mutex_) = 0;  // callers of Await
  std::condition_variable_any stepped_;

  std::thread thread_;
};

}  // namespace stator::database
