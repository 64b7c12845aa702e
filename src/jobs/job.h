#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "json/describe.h"

namespace stator::jobs {

// Work that a user starts and that may take minutes.
enum class JobKind : std::uint8_t { kVerify, kSimulate, kInfer };
BOOST_DESCRIBE_ENUM(JobKind, kVerify, kSimulate, kInfer)

enum class JobState : std::uint8_t { kQueued, kRunning, kDone, kFailed };
BOOST_DESCRIBE_ENUM(JobState, kQueued, kRunning, kDone, kFailed)

// How far a job is.
struct JobProgress {
  std::string name;  // of the model or the table
  std::string step;  // what the job does now
  double share = 0;  // of the work that is done, from 0 to 1
};

// The line between a running job and the server. Threads: the job reports, any thread reads and
// stops.
class JobControl {
 public:
  // A machine time after which the job must end. Called before the job begins.
  void EndAt(std::chrono::steady_clock::time_point end) { end_ = end; }

  // Whether the job should end now, because it was stopped or takes too long. Threads: any of the
  // job.
  bool ended() const { return stopped_.load(std::memory_order_relaxed) || late(); }
  bool late() const { return MachineSteadyNow() >= end_; }
  void Stop() { stopped_.store(true, std::memory_order_relaxed); }

  void Name(std::string name);
  void Report(std::string step, double share);
  JobProgress progress() const;

 private:
  std::atomic<bool> stopped_ = false;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::time_point::max();
  mutable Mutex mutex_;
  JobProgress progress_ GUARDED_BY(mutex_);
};

// Does the job and returns the JSON of its result. Errors: one sentence for the user. A job that
// was told to end returns any error soon.
using JobWork = std::move_only_function<Result<std::string>(JobControl& control)>;

// A job that can be started.
struct JobOrder {
  JobKind kind = JobKind::kVerify;
  std::string name;  // of the table, or empty until the job knows its model's
  JobWork work;
};

}  // namespace stator::jobs
