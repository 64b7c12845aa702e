#include "admin/jobs.h"

#include <optional>
#include <utility>
#include <vector>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "base/request_limits.h"
#include "base/time_text.h"
#include "jobs/order.h"
#include "json/describe.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

constexpr char kNoSuchJob[] = "There is no such job. Finished jobs are forgotten after a while.";

// JSON that is written already.
struct ReadyJson {
  std::string_view text;
};
void WriteJson(const ReadyJson& json, std::string& out) { out += json.text; }

struct ReportedJob {
  std::string_view id;
  jobs::JobKind kind = jobs::JobKind::kVerify;
  std::string_view name;
  jobs::JobState state = jobs::JobState::kQueued;
  std::string_view step;
  double progress = 0;
  double seconds = 0;
  std::string created;
  std::optional<std::string_view> message;
  std::optional<ReadyJson> result;
};
BOOST_DESCRIBE_STRUCT(ReportedJob, (),
                      (id, kind, name, state, step, progress, seconds, created, message, result))

struct ReportedJobs {
  std::vector<ReportedJob> jobs;
};
BOOST_DESCRIBE_STRUCT(ReportedJobs, (), (jobs))

ReportedJob ReportOf(const jobs::JobReport& job) {
  ReportedJob report{.id = job.id,
                     .kind = job.kind,
                     .name = job.progress.name,
                     .state = job.state,
                     .step = job.progress.step,
                     .progress = job.progress.share,
                     .seconds = job.seconds,
                     .created = TimeText(job.created - job.created % kSecond)};
  if (job.state == jobs::JobState::kFailed) report.message = job.message;
  if (job.result) report.result = ReadyJson{*job.result};
  return report;
}

wire::Response Answer(const jobs::JobReport& job) {
  return {.body = json::ToJson(ReportOf(job), json::Doubles::kMillionths)};
}

}  // namespace

wire::Response StartJob(jobs::Jobs& jobs, database::Database& database, const std::string& body) {
  auto order = jobs::ReadOrder(body, database);
  if (!order) return AdminRefusal(order.error());
  const auto started = jobs.Start(*std::move(order));
  return started ? Answer(*started) : AdminRefusal(started.error());
}

wire::Response ListJobs(jobs::Jobs& jobs) {
  const auto all = jobs.List();
  ReportedJobs reported;
  for (const auto& job : all) reported.jobs.push_back(ReportOf(job));
  return {.body = json::ToJson(reported, json::Doubles::kMillionths)};
}

void ReadJob(jobs::Jobs& jobs, database::Database& database, std::string_view id, Loop& loop,
             wire::Reply done) {
  auto job = jobs.Find(id);
  if (!job) return done(AdminRefusal(404, kNoSuchJob));
  if (!job->result || job->result->size() <= limits::kLoopBodyBytesMax) return done(Answer(*job));
  AnswerFromPool(database, loop, std::move(done), [job = *std::move(job)] { return Answer(job); });
}

wire::Response DeleteJob(jobs::Jobs& jobs, std::string_view id) {
  if (!jobs.Delete(id)) return AdminRefusal(404, kNoSuchJob);
  return {.body = "{}"};
}

}  // namespace stator::admin
