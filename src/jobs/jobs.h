#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/limits.h"
#include "base/mutex.h"
#include "base/result.h"
#include "jobs/job.h"

namespace stator::jobs {

// Bounds of jobs. Tests change them.
struct JobBounds {
  std::size_t threads = limits::kJobThreads;
  std::size_t queued_max = limits::kJobsQueuedMax;
  std::chrono::milliseconds run_time{limits::kJobSecondsMax * 1000};
  std::size_t result_bytes_max = limits::kJobResultBytesMax;
  std::size_t results_bytes_max = limits::kJobResultsBytesMax;
  std::size_t kept_max = limits::kJobsKeptMax;
  std::chrono::milliseconds kept_time{limits::kJobKeptSeconds * 1000};
};

// A job as users see it.
struct JobReport {
  std::string id;
  JobKind kind = JobKind::kVerify;
  JobState state = JobState::kQueued;
  JobProgress progress;
  TimeMicros created = 0;                     // machine time
  double seconds = 0;                         // of its run
  std::string message;                        // why it failed
  std::shared_ptr<const std::string> result;  // JSON; nullptr: not done
};

// Runs jobs on threads of their own. The threads have the lowest priority, and threads that a job
// starts inherit it. So the machine runs a job only while no other thread of the server wants the
// processor. Everything is forgotten when the server ends.
//
// Threads: safe for concurrent use. No call waits for a job, except Stop and the destructor.
class Jobs {
 public:
  explicit Jobs(const JobBounds& bounds = {});
  ~Jobs() { Stop(); }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Queues a job. Errors: ThrottlingException if too many jobs wait, or after Stop.
  Result<JobReport> Start(JobOrder order);
  // Returns nullopt if there is no such job, or its result was kept long enough.
  std::optional<JobReport> Find(std::string_view id);
  // Returns all jobs, the newest first, without their results.
  std::vector<JobReport> List();
  // Stops the job and forgets it. Returns false if there is no such job.
  bool Delete(std::string_view id);

  // Stops all jobs and waits for their threads. A second call does nothing.
  void Stop();

 private:
  struct Job;

  void Work();
  // Waits for a job. Returns nullptr once the threads must end.
  std::shared_ptr<Job> Next();
  std::shared_ptr<Job> FirstQueued() const REQUIRES(mutex_);
  void Finish(Job& job, Result<std::string> outcome);
  Result<std::string> Judged(const Job& job, Result<std::string> outcome) const;
  static JobReport ReportOf(const Job& job);
  void ForgetOld() REQUIRES(mutex_);
  std::size_t ResultBytes() const REQUIRES(mutex_);

  const JobBounds bounds_;
  Mutex mutex_;
  std::condition_variable_any wake_;
  std::vector<std::shared_ptr<Job>> jobs_ GUARDED_BY(mutex_);     // the oldest first
  std::vector<std::shared_ptr<Job>> running_ GUARDED_BY(mutex_);  // also forgotten ones
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace stator::jobs
