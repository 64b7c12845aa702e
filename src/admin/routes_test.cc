#include "admin/routes.h"

#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "base/waiting_loop.h"

namespace stator::admin {
namespace {

class RoutesTest : public testing::Test {
 protected:
  wire::Response Ask(std::string_view method, std::string_view path, const std::string& body = "") {
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

  const ServerFacts server_{.version = "9.9",
                            .settings_json = [] { return std::string(R"({"port":1})"); }};
  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
};

TEST_F(RoutesTest, ReadsWithGetAndHead) {
  for (const auto* method : {"GET", "HEAD"}) {
    EXPECT_EQ(Ask(method, "health").body, R"({"status":"ok","version":"9.9"})");
    EXPECT_EQ(Ask(method, "settings").body, R"({"port":1})");
    EXPECT_EQ(Ask(method, "indexes").body, R"({"indexes":[],"laggedRecords":0})");
    EXPECT_EQ(Ask(method, "transactions").body, R"({"armed":0,"held":0})");
    EXPECT_EQ(Ask(method, "advice").body, R"({"advice":[]})");
    EXPECT_EQ(Ask(method, "clock").status, 200);
    EXPECT_EQ(Ask(method, "bill").status, 200);
  }
}

TEST_F(RoutesTest, RefusesOtherMethodsOnReadOnlyPaths) {
  for (const auto* path : {"health", "settings", "indexes", "transactions", "advice"}) {
    for (const auto* method : {"POST", "PUT", "DELETE"}) {
      const auto refused = Ask(method, path);
      EXPECT_EQ(refused.status, 405) << path;
      EXPECT_EQ(refused.body, R"({"message":"This admin function accepts only GET."})");
    }
  }
  EXPECT_EQ(Ask("PUT", "clock").status, 405);
}

TEST_F(RoutesTest, TurnsTheClockWithPost) {
  EXPECT_EQ(Ask("POST", "clock", R"({"frozen":true})").status, 200);
  EXPECT_TRUE(database_->ReadClock().rule.frozen);
  EXPECT_EQ(Ask("POST", "clock", "{").status, 400);
}

TEST_F(RoutesTest, AnswersUnknownPathsWith404) {
  for (const auto* path :
       {"", "nothing", "health/", "tables", "tables/", "tables/t", "tables/t/nothing",
        "tables//partitions", "tables/t/partitions/more", "bill/reset/more"}) {
    const auto refused = Ask("GET", path);
    EXPECT_EQ(refused.status, 404) << path;
    EXPECT_EQ(refused.body, R"({"message":"There is no such admin function."})");
  }
  EXPECT_EQ(Ask("GET", "bill/reset").status, 404);
  EXPECT_EQ(Ask("PUT", "bill").status, 404);
  EXPECT_EQ(Ask("GET", "transactions/hold").status, 404);
  EXPECT_EQ(Ask("POST", "tables/t/partitions").status, 404);
}

TEST_F(RoutesTest, PassesTheNameOfTheTable) {
  for (const auto& [method, path] :
       {std::pair("GET", "tables/t.u/partitions"), std::pair("GET", "tables/t.u/capacity"),
        std::pair("POST", "tables/t.u/split")}) {
    const auto answer = Ask(method, path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_NE(answer.body.find("t.u"), answer.body.npos) << answer.body;
  }
}

}  // namespace
}  // namespace stator::admin
