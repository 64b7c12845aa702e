#include "admin/models.h"

#include <memory>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "admin/model_desk.h"
#include "base/waiting_loop.h"

namespace stator::admin {
namespace {

using testing::HasSubstr;

class ModelsTest : public testing::Test {
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

  ModelDesk desk_{""};
  const ServerFacts server_{.version = "9.9", .settings_json = {}, .models = &desk_};
  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
};

TEST_F(ModelsTest, AnswersFunctionsOnAText) {
  const auto checked = Ask("POST", "model/check", R"({"text":"modl m\n"})");
  EXPECT_EQ(checked.status, 200);
  EXPECT_THAT(checked.body, HasSubstr(R"("code":"syntax")"));
  const auto refused = Ask("POST", "model/describe", R"({"text":"mdel m\n"})");
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("Line 1, column 1"));
}

TEST_F(ModelsTest, AnswersExamplesAndPrices) {
  EXPECT_THAT(Ask("GET", "model/examples").body, HasSubstr(R"("name":"orders")"));
  EXPECT_THAT(Ask("GET", "prices").body, HasSubstr(R"("default":"us-east-1-2026-11")"));
}

TEST_F(ModelsTest, SaysThatItKeepsNoFiles) {
  EXPECT_EQ(Ask("GET", "models").body, R"({"saving":false,"models":[],"more":false})");
  for (const auto* method : {"GET", "PUT", "DELETE"}) {
    const auto refused = Ask(method, "models/a.std");
    EXPECT_EQ(refused.status, 404) << method;
    EXPECT_THAT(refused.body, HasSubstr("--models")) << method;
  }
}

TEST_F(ModelsTest, RefusesWorkAfterTheEnd) {
  desk_.Stop();
  EXPECT_EQ(Ask("POST", "model/check", R"({"text":"model m\n"})").status, 503);
}

TEST_F(ModelsTest, TakesLongTexts) {
  EXPECT_TRUE(TakesLongBody("POST", "model/check"));
  EXPECT_TRUE(TakesLongBody("PUT", "models/a.std"));
  EXPECT_FALSE(TakesLongBody("GET", "models/a.std"));
  EXPECT_FALSE(TakesLongBody("POST", "clock"));
}

}  // namespace
}  // namespace stator::admin
