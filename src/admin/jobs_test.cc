#include "admin/jobs.h"

#include <memory>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "admin/routes.h"
#include "base/pause.h"
#include "base/request_limits.h"
#include "base/waiting_loop.h"

namespace stator::admin {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kSimulate[] =
    R"({"kind":"simulate","model":"model m\ntable Table (PK, SK) on-demand\nentity E 1k x 100B\n)"
    R"(  attr id:id\n  key E#{id} / A\npatterns\n  R1 1/s get E[id]\n","options":{"hours":1}})";

class JobsRouteTest : public testing::Test {
 protected:
  wire::Response Ask(std::string_view method, const std::string& path,
                     const std::string& body = "") {
    WaitingLoop loop;
    std::optional<wire::Response> answer;
    Answer({.method = method,
            .path = path,
            .body = body,
            .database = *database_,
            .loop = loop,
            .server = server_},
           [&answer](wire::Response response) { answer = std::move(response); });
    while (!answer) loop.RunOne();
    return *std::move(answer);
  }

  // Returns the id in an answer.
  static std::string IdIn(const std::string& json) {
    const auto begin = json.find(R"("id":")") + 6;
    return json.substr(begin, json.find('"', begin) - begin);
  }

  wire::Response Await(const std::string& id) {
    while (true) {
      auto answer = Ask("GET", "jobs/" + id);
      const bool is_under_way = answer.body.find(R"("state":"running")") != answer.body.npos ||
                                answer.body.find(R"("state":"queued")") != answer.body.npos;
      if (!is_under_way) return answer;
      Pause(std::chrono::milliseconds(1));
    }
  }

  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
  jobs::Jobs jobs_;
  const ServerFacts server_{
      .version = "9.9", .settings_json = [] { return std::string("{}"); }, .jobs = &jobs_};
};

TEST_F(JobsRouteTest, StartsReadsAndForgetsAJob) {
  const auto started = Ask("POST", "jobs", kSimulate);
  EXPECT_EQ(started.status, 200);
  const auto id = IdIn(started.body);
  EXPECT_THAT(started.body, StartsWith(R"({"id":")" + id + R"(","kind":"simulate")"));
  const auto done = Await(id);
  EXPECT_THAT(done.body, HasSubstr(R"("state":"done")"));
  EXPECT_THAT(done.body, HasSubstr(R"("result":{"model":"m","profile":"diurnal")"));
  EXPECT_THAT(Ask("GET", "jobs").body, StartsWith(R"({"jobs":[{"id":")" + id));
  EXPECT_EQ(Ask("DELETE", "jobs/" + id).status, 200);
  EXPECT_EQ(Ask("GET", "jobs/" + id).status, 404);
  EXPECT_EQ(Ask("DELETE", "jobs/" + id).status, 404);
  EXPECT_EQ(Ask("GET", "jobs").body, R"({"jobs":[]})");
}

TEST_F(JobsRouteTest, AFailedJobSaysWhy) {
  const auto started = Ask("POST", "jobs", R"({"kind":"verify","model":"nonsense"})");
  EXPECT_EQ(started.status, 200);
  const auto failed = Await(IdIn(started.body));
  EXPECT_THAT(failed.body, HasSubstr(R"("state":"failed")"));
  EXPECT_THAT(failed.body, HasSubstr(R"("message":"Line 1 of the model: )"));
}

TEST_F(JobsRouteTest, RefusesWhatIsNoJob) {
  EXPECT_EQ(Ask("POST", "jobs", "{").status, 400);
  EXPECT_EQ(Ask("GET", "jobs/none").status, 404);
  EXPECT_EQ(Ask("PUT", "jobs").status, 404);
  EXPECT_EQ(Ask("GET", "jobs/").status, 404);
  EXPECT_EQ(Ask("GET", "jobs/a/b").status, 404);
}

TEST_F(JobsRouteTest, OnlyAStartTakesALongBody) {
  EXPECT_TRUE(TakesLongBody("POST", "jobs"));
  EXPECT_FALSE(TakesLongBody("GET", "jobs"));
  EXPECT_FALSE(TakesLongBody("POST", "clock"));
}

}  // namespace
}  // namespace stator::admin
