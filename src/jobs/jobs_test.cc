#include "jobs/jobs.h"

#include <atomic>
#include <new>
#include <semaphore>

#include <gtest/gtest.h>

#include "base/pause.h"

namespace stator::jobs {
namespace {

using std::chrono::milliseconds;

// Work that runs until it is told to end.
Result<std::string> Endless(JobControl& control) {
  while (!control.ended()) Pause(milliseconds(1));
  return FailInvalid("stopped");
}

JobOrder OrderOf(JobWork work, std::string name = "m") {
  return {.kind = JobKind::kSimulate, .name = std::move(name), .work = std::move(work)};
}

JobOrder Answering(std::string result) {
  return OrderOf(
      [result = std::move(result)](JobControl&) -> Result<std::string> { return result; });
}

JobReport Await(Jobs& jobs, const std::string& id) {
  while (true) {
    auto report = jobs.Find(id);
    if (!report || report->state == JobState::kDone || report->state == JobState::kFailed) {
      return report.value_or(JobReport());
    }
    Pause(milliseconds(1));
  }
}

TEST(JobsTest, RunsAJobAndKeepsItsResult) {
  Jobs jobs;
  const auto started = jobs.Start(Answering("{}"));
  ASSERT_TRUE(started);
  const auto report = Await(jobs, started->id);
  EXPECT_EQ(report.state, JobState::kDone);
  EXPECT_EQ(report.kind, JobKind::kSimulate);
  EXPECT_EQ(report.progress.name, "m");
  EXPECT_EQ(report.progress.share, 1);
  ASSERT_TRUE(report.result);
  EXPECT_EQ(*report.result, "{}");
  EXPECT_FALSE(jobs.Find("another"));
}

TEST(JobsTest, ReportsProgress) {
  Jobs jobs;
  std::binary_semaphore reported(0);
  const auto started = jobs.Start(OrderOf([&](JobControl& control) {
    control.Name("orders");
    control.Report("half", 0.5);
    reported.release();
    return Endless(control);
  }));
  reported.acquire();
  const auto report = jobs.Find(started->id);
  EXPECT_EQ(report->state, JobState::kRunning);
  EXPECT_EQ(report->progress.name, "orders");
  EXPECT_EQ(report->progress.step, "half");
  EXPECT_EQ(report->progress.share, 0.5);
  EXPECT_FALSE(report->result);
}

TEST(JobsTest, AJobThatRunsTooLongIsEnded) {
  Jobs jobs({.run_time = milliseconds(20)});
  const auto report = Await(jobs, jobs.Start(OrderOf(Endless))->id);
  EXPECT_EQ(report.state, JobState::kFailed);
  EXPECT_EQ(report.message, "The job ran longer than 0.02 seconds and was ended.");
}

TEST(JobsTest, AJobThatFailsSaysWhy) {
  Jobs jobs;
  const auto failed = jobs.Start(
      OrderOf([](JobControl&) -> Result<std::string> { return FailInvalid("It is wrong."); }));
  EXPECT_EQ(Await(jobs, failed->id).message, "It is wrong.");
  const auto thrown =
      jobs.Start(OrderOf([](JobControl&) -> Result<std::string> { throw std::bad_alloc(); }));
  EXPECT_EQ(Await(jobs, thrown->id).state, JobState::kFailed);
  EXPECT_EQ(Await(jobs, jobs.Start(Answering("{}"))->id).state, JobState::kDone)
      << "the thread lives on";
}

TEST(JobsTest, DeletingStopsARunningJob) {
  Jobs jobs({.threads = 1});
  std::atomic<bool> is_ended = false;
  std::binary_semaphore begun(0);
  const auto running = jobs.Start(OrderOf([&](JobControl& control) {
    begun.release();
    auto outcome = Endless(control);
    is_ended = true;
    return outcome;
  }));
  begun.acquire();
  EXPECT_TRUE(jobs.Delete(running->id));
  EXPECT_FALSE(jobs.Find(running->id));
  EXPECT_FALSE(jobs.Delete(running->id));
  Await(jobs, jobs.Start(Answering("{}"))->id);
  EXPECT_TRUE(is_ended) << "the only thread is free again";
}

TEST(JobsTest, ADeletedJobThatWaitedNeverRuns) {
  Jobs jobs({.threads = 1});
  const auto running = jobs.Start(OrderOf(Endless));
  std::atomic<bool> has_run = false;
  const auto waiting = jobs.Start(OrderOf([&](JobControl&) -> Result<std::string> {
    has_run = true;
    return "{}";
  }));
  EXPECT_TRUE(jobs.Delete(waiting->id));
  EXPECT_TRUE(jobs.Delete(running->id));
  Await(jobs, jobs.Start(Answering("{}"))->id);
  EXPECT_FALSE(has_run);
}

TEST(JobsTest, TheQueueIsBounded) {
  Jobs jobs({.threads = 1, .queued_max = 2});
  std::binary_semaphore begun(0);
  const auto running = jobs.Start(OrderOf([&](JobControl& control) {
    begun.release();
    return Endless(control);
  }));
  begun.acquire();
  ASSERT_TRUE(jobs.Start(Answering("{}")));
  const auto last = jobs.Start(Answering("{}"));
  const auto refused = jobs.Start(Answering("{}"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kThrottlingException);
  EXPECT_TRUE(jobs.Delete(last->id));
  EXPECT_TRUE(jobs.Start(Answering("{}"))) << "a deleted job leaves its place";
}

TEST(JobsTest, ListsTheNewestFirst) {
  Jobs jobs({.threads = 1});
  const auto first = jobs.Start(OrderOf(Endless));
  const auto second = jobs.Start(Answering("{}"));
  const auto all = jobs.List();
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0].id, second->id);
  EXPECT_EQ(all[0].state, JobState::kQueued);
  EXPECT_EQ(all[1].id, first->id);
}

TEST(JobsTest, ResultsAreBounded) {
  Jobs jobs({.result_bytes_max = 10, .results_bytes_max = 20, .kept_max = 3});
  const auto large = Await(jobs, jobs.Start(Answering("12345678901"))->id);
  EXPECT_EQ(large.state, JobState::kFailed);
  EXPECT_EQ(large.message, "The result has 11 bytes, and a job may have at most 10.");
  const auto first = Await(jobs, jobs.Start(Answering("1234567890"))->id);
  const auto second = Await(jobs, jobs.Start(Answering("1234567890"))->id);
  EXPECT_TRUE(jobs.Find(first.id));
  Await(jobs, jobs.Start(Answering("1"))->id);
  EXPECT_FALSE(jobs.Find(first.id)) << "the oldest makes room";
  EXPECT_TRUE(jobs.Find(second.id));
  Await(jobs, jobs.Start(Answering("1"))->id);
  Await(jobs, jobs.Start(Answering("1"))->id);
  EXPECT_EQ(jobs.List().size(), 3);
}

TEST(JobsTest, ResultsAreForgottenAfterATime) {
  Jobs jobs({.kept_time = milliseconds(1)});
  const auto started = jobs.Start(Answering("{}"));
  while (jobs.Find(started->id)) Pause(milliseconds(1));
  EXPECT_TRUE(jobs.List().empty());
}

TEST(JobsTest, StoppingEndsRunningAndWaitingJobs) {
  Jobs jobs;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(jobs.Start(OrderOf(Endless)));
  jobs.Stop();
  EXPECT_FALSE(jobs.Start(Answering("{}")));
  jobs.Stop();
}

TEST(JobsTest, ManyThreadsUseJobsAtOnce) {
  Jobs jobs({.queued_max = 1000});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 50; ++turn) {
        const auto started = jobs.Start(turn % 2 == 0 ? Answering("{}") : OrderOf(Endless));
        jobs.List();
        jobs.Find(started->id);
        jobs.Delete(started->id);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_TRUE(jobs.List().empty());
}

}  // namespace
}  // namespace stator::jobs
