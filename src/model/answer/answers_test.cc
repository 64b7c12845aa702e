#include "model/answer/answers.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/request_limits.h"
#include "json/to_json.h"
#include "model/answer/example_files.h"

namespace stator::model {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string ExampleText(std::string_view name) {
  for (const auto& file : ExampleFiles()) {
    if (file.name == name) return std::string(file.text);
  }
  return "";
}

// {"text": …, options}
std::string Request(std::string_view text, std::string_view options = "") {
  return "{\"text\":" + json::ToJson(text) + std::string(options) + "}";
}

std::string ErrorOf(const Result<std::string>& answer) {
  return answer ? "answered " + *answer : answer.error().message;
}

TEST(AnswersTest, CheckHasFindingsForATextThatIsNoModel) {
  const auto answer = AnswerCheck(Request("modl m\n", R"(,"file":"m.std")"));
  ASSERT_TRUE(answer);
  EXPECT_THAT(*answer, AllOf(HasSubstr(R"("file":"m.std")"), HasSubstr(R"("code":"syntax")"),
                             HasSubstr(R"("line":1,"column":1)")));
}

TEST(AnswersTest, EveryFunctionAnswersEveryExample) {
  for (const auto& file : ExampleFiles()) {
    const auto request = Request(file.text);
    EXPECT_THAT(ErrorOf(AnswerCheck(request)), HasSubstr("answered")) << file.name;
    EXPECT_THAT(ErrorOf(AnswerDescribe(request)), HasSubstr("answered")) << file.name;
    EXPECT_THAT(ErrorOf(AnswerPrice(request)), HasSubstr("answered")) << file.name;
    EXPECT_THAT(ErrorOf(AnswerAdvise(request)), HasSubstr("answered")) << file.name;
    EXPECT_THAT(ErrorOf(AnswerFormat(request)), HasSubstr("answered")) << file.name;
    EXPECT_THAT(ErrorOf(AnswerGenerate(Request(file.text, R"(,"to":"cloudformation")"))),
                HasSubstr("answered"))
        << file.name;
    EXPECT_THAT(ErrorOf(AnswerExport(Request(file.text, R"(,"to":"nwb")"))), HasSubstr("answered"))
        << file.name;
  }
}

TEST(AnswersTest, PriceTakesTheOptionsOfTheCommand) {
  const auto text = ExampleText("orders");
  const auto answer =
      AnswerPrice(Request(text, R"(,"scale":"10x","withoutIndex":["GSI2"],"class":"ia")"));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_THAT(*answer, HasSubstr("without GSI2, scaled 10x"));
  EXPECT_EQ(ErrorOf(AnswerPrice(Request(text, R"(,"peakHours":25)"))),
            "peakHours must be from 0 to 24.");
  EXPECT_EQ(ErrorOf(AnswerPrice(Request(text, R"(,"class":"glacier")"))),
            "class must be standard or ia.");
}

TEST(AnswersTest, RefusesUnknownAndWrongMembers) {
  EXPECT_EQ(ErrorOf(AnswerCheck(Request("model m\n", R"(,"strict":true)"))),
            "strict is not known.");
  EXPECT_EQ(ErrorOf(AnswerCheck("{}")), "text is missing.");
  EXPECT_EQ(ErrorOf(AnswerCheck(R"({"text":1})")), "text must be a text.");
  EXPECT_EQ(ErrorOf(AnswerCheck("{")), "The body is no JSON object.");
  EXPECT_THAT(ErrorOf(AnswerCheck("")), HasSubstr("The body is empty"));
  EXPECT_THAT(ErrorOf(AnswerGenerate(Request("model m\n", R"(,"to":"cobol")"))),
              HasSubstr("to must be one of create-table"));
  EXPECT_THAT(ErrorOf(AnswerImport(Request("a,b", R"(,"from":"xml")"))),
              HasSubstr("from must be csv"));
}

// A path would let a client probe the files of the server.
TEST(AnswersTest, PricesAreBuiltInOnesOnly) {
  EXPECT_THAT(ErrorOf(AnswerPrice(Request("model m\n", R"(,"prices":"/etc/passwd")"))),
              HasSubstr("There are no built-in prices of that name"));
}

TEST(AnswersTest, BoundsTheText) {
  const auto refused = AnswerCheck(Request(std::string(limits::kAdminTextBytesMax + 1, 'a')));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kRequestEntityTooLarge);
  EXPECT_TRUE(AnswerCheck(Request(std::string(limits::kAdminTextBytesMax, 'a'))));
}

TEST(AnswersTest, ImportsWhatItExports) {
  const auto text = ExampleText("orders");
  const auto exported = AnswerExport(Request(text, R"(,"to":"csv")"));
  ASSERT_TRUE(exported) << exported.error().message;
  // The answer is an object with the text first.
  const auto imported =
      AnswerImport(exported->substr(0, exported->find(R"(,"leftOut")")) + R"(,"from":"csv"})");
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_THAT(*imported, HasSubstr("A1"));
}

TEST(AnswersTest, FormatsAText) {
  const auto text = ExampleText("orders");
  auto spaced = text;
  spaced.replace(spaced.find("table app"), 5, "table   ");
  EXPECT_EQ(*AnswerFormat(Request(spaced)), "{\"text\":" + json::ToJson(text) + "}\n");
  EXPECT_THAT(ErrorOf(AnswerFormat(Request("modl m\n"))), HasSubstr("Line 1, column 1"));
}

TEST(AnswersTest, ListsExamplesAndPrices) {
  EXPECT_THAT(ExamplesJson(), HasSubstr(R"({"name":"orders","text":"model orders)"));
  EXPECT_THAT(PricesJson(), HasSubstr(R"("default":"us-east-1-2026-11","prices":[{"name":)"));
}

}  // namespace
}  // namespace stator::model
