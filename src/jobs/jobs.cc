#include "jobs/jobs.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/contain.h"
#include "base/ids.h"

namespace stator::jobs {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// The greatest nice value. On a busy machine, such a thread gets about a hundredth of the time of a
// thread that serves requests.
constexpr int kLowestPriority = 19;
// How often idle threads look for results that are too old.
constexpr std::chrono::seconds kForgetEvery{30};

constexpr char kTooManyJobs[] = "Too many jobs wait. Try again when one has ended.";

bool IsFinished(JobState state) { return state == JobState::kDone || state == JobState::kFailed; }

}  // namespace

// Guarded by Jobs::mutex_, but for `control`, and for `work` while the job runs.
struct Jobs::Job {
  std::string id;
  JobKind kind = JobKind::kVerify;
  JobState state = JobState::kQueued;
  TimeMicros created = 0;
  SteadyTime begun;
  SteadyTime ended;
  std::string message;
  std::shared_ptr<const std::string> result;
  JobControl control;
  JobWork work;
};

Jobs::Jobs(const JobBounds& bounds) : bounds_(bounds) {
  for (std::size_t i = 0; i < bounds.threads; ++i) threads_.emplace_back([this] { Work(); });
}

Result<JobReport> Jobs::Start(JobOrder order) {
  auto job = std::make_shared<Job>();
  job->id = ThreadIds().Uuid();
  job->kind = order.kind;
  job->created = MachineNow();
  job->control.Name(std::move(order.name));
  job->work = std::move(order.work);
  const MutexLock lock(mutex_);
  ForgetOld();
  const auto waiting = std::ranges::count(jobs_, JobState::kQueued, &Job::state);
  if (stopping_ || static_cast<std::size_t>(waiting) >= bounds_.queued_max) {
    return Fail(ErrorCode::kThrottlingException, kTooManyJobs);
  }
  jobs_.push_back(job);
  wake_.notify_one();
  return ReportOf(*job);
}

std::optional<JobReport> Jobs::Find(std::string_view id) {
  const MutexLock lock(mutex_);
  ForgetOld();
  const auto found = std::ranges::find(jobs_, id, &Job::id);
  if (found == jobs_.end()) return std::nullopt;
  auto report = ReportOf(**found);
  report.result = (*found)->result;
  return report;
}

std::vector<JobReport> Jobs::List() {
  const MutexLock lock(mutex_);
  ForgetOld();
  std::vector<JobReport> reports;
  for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) reports.push_back(ReportOf(**job));
  return reports;
}

bool Jobs::Delete(std::string_view id) {
  std::shared_ptr<Job> deleted;  // destroyed without the lock, with its result
  const MutexLock lock(mutex_);
  const auto found = std::ranges::find(jobs_, id, &Job::id);
  if (found == jobs_.end()) return false;
  deleted = std::move(*found);
  jobs_.erase(found);
  deleted->control.Stop();
  return true;
}

void Jobs::Stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    for (const auto& job : running_) job->control.Stop();
  }
  wake_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void Jobs::Work() {
  // On Linux this affects the calling thread and those that it starts. If it fails, only fairness
  // is lost.
  std::ignore = ::nice(kLowestPriority);
  while (const auto job = Next()) {
    auto outcome = Contain([&] { return job->work(job->control); });
    Finish(*job, std::move(outcome));
  }
}

std::shared_ptr<Jobs::Job> Jobs::Next() {
  const MutexLock lock(mutex_);
  while (!stopping_) {
    if (auto job = FirstQueued()) {
      job->state = JobState::kRunning;
      job->begun = MachineSteadyNow();
      job->control.EndAt(job->begun + bounds_.run_time);
      running_.push_back(job);
      return job;
    }
    if (jobs_.empty()) {
      wake_.wait(mutex_);
    } else {
      wake_.wait_for(mutex_, kForgetEvery);
      ForgetOld();
    }
  }
  return nullptr;
}

std::shared_ptr<Jobs::Job> Jobs::FirstQueued() const {
  const auto found = std::ranges::find(jobs_, JobState::kQueued, &Job::state);
  return found == jobs_.end() ? nullptr : *found;
}

void Jobs::Finish(Job& job, Result<std::string> outcome) {
  job.work = {};  // releases the model's text and what the work holds
  auto judged = Judged(job, std::move(outcome));
  const MutexLock lock(mutex_);
  job.ended = MachineSteadyNow();
  job.state = judged ? JobState::kDone : JobState::kFailed;
  if (judged) {
    job.result = std::make_shared<const std::string>(*std::move(judged));
  } else {
    job.message = std::move(judged).error().message;
  }
  std::erase_if(running_, [&](const auto& each) { return each.get() == &job; });
  ForgetOld();
}

Result<std::string> Jobs::Judged(const Job& job, Result<std::string> outcome) const {
  if (!outcome && job.control.late()) {
    return FailInvalid(fmt::format("The job ran longer than {} seconds and was ended.",
                                   std::chrono::duration<double>(bounds_.run_time).count()));
  }
  if (outcome && outcome->size() > bounds_.result_bytes_max) {
    return FailInvalid(fmt::format("The result has {} bytes, and a job may have at most {}.",
                                   outcome->size(), bounds_.result_bytes_max));
  }
  return outcome;
}

JobReport Jobs::ReportOf(const Job& job) {
  JobReport report{.id = job.id,
                   .kind = job.kind,
                   .state = job.state,
                   .progress = job.control.progress(),
                   .created = job.created,
                   .message = job.message};
  if (job.state == JobState::kQueued) return report;
  if (job.state == JobState::kDone) report.progress.share = 1;
  const auto end = IsFinished(job.state) ? job.ended : MachineSteadyNow();
  report.seconds = std::chrono::duration<double>(end - job.begun).count();
  return report;
}

// The oldest jobs are first.
void Jobs::ForgetOld() {
  const auto oldest = MachineSteadyNow() - bounds_.kept_time;
  std::erase_if(jobs_,
                [&](const auto& job) { return IsFinished(job->state) && job->ended < oldest; });
  const auto is_finished = [](const auto& job) { return IsFinished(job->state); };
  while (static_cast<std::size_t>(std::ranges::count_if(jobs_, is_finished)) > bounds_.kept_max ||
         ResultBytes() > bounds_.results_bytes_max) {
    jobs_.erase(std::ranges::find_if(jobs_, is_finished));
  }
}

std::size_t Jobs::ResultBytes() const {
  std::size_t bytes = 0;
  for (const auto& job : jobs_) bytes += job->result ? job->result->size() : 0;
  return bytes;
}

}  // namespace stator::jobs
