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

// One thread that does background work. It steps for as long as it finds work, then sleeps until it
// is woken or until the time at which there will be more. Safe for concurrent use.
class Background final : public api::BackgroundWork {
 public:
  // The thread begins with Start.
  Background() = default;
  ~Background() override;

  // Begins to do the works, each a step in their order. A work that fails or throws does not keep
  // the others waiting. REQUIRES: not started before; the works outlive the thread.
  void Start(std::vector<table::SteppedWork*> works);

  // Before Start it is remembered; after Stop it does nothing.
  void Wake() override;

  // Threads: not the one that steps.
  bool Await(const std::function<bool()>& settled, std::chrono::milliseconds wait_max) override;

  // Ends the thread after the step it is in.
  void Stop();

  // Steps that failed, or threw; each is tried again after a pause.
  std::uint64_t failures() const { return failures_.load(std::memory_order_relaxed); }

 private:
  Result<table::StepOutcome> Step();
  void Run();
  // False: stop.
  bool Sleep(std::chrono::milliseconds pause);
  void NoteStep();
  // The time that another caller of Await may take, of `wait_max`.
  std::chrono::milliseconds BeginWait(std::chrono::milliseconds wait_max);
  void EndWait();
  bool AwaitStep(std::uint64_t& seen, std::chrono::steady_clock::time_point until);

  std::vector<table::SteppedWork*> works_;  // set by Start, before the thread begins
  std::atomic<std::uint64_t> failures_ = 0;

  Mutex mutex_;
  std::condition_variable_any wake_;
  bool woken_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::uint64_t steps_ GUARDED_BY(mutex_) = 0;  // that have ended
  std::size_t waiting_ GUARDED_BY(mutex_) = 0;  // callers of Await
  std::condition_variable_any stepped_;

  std::thread thread_;
};

}  // namespace stator::database
