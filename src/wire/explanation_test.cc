#include "wire/explanation.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::wire {
namespace {

bool FitsAHeader(const std::string& text) {
  return text.size() <= limits::kExplanationBytesMax &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

TEST(ExplanationTest, AnyKeyFitsAHeader) {
  api::Explanation explanation;
  explanation.table = "T";
  explanation.key_range = std::string("a\0\r\n\"\\\x7f", 7) + "\u00e9\u20ac\U0001F600";
  const auto json = ExplanationJson("Query", explanation);
  EXPECT_TRUE(FitsAHeader(json)) << json;
  EXPECT_NE(json.find(R"("keyRange":"a\u0000\r\n\"\\\u007f\u00e9\u20ac\ud83d\ude00")"),
            std::string::npos)
      << json;
}

TEST(ExplanationTest, LongTextsAreTruncated) {
  api::Explanation explanation;
  explanation.table = std::string(2000, '\1');
  explanation.index = std::string(2000, '\2');
  explanation.key_range = std::string(2000, '\3');
  explanation.items_examined = SIZE_MAX / 2;
  explanation.pages_to_go = SIZE_MAX / 2;
  EXPECT_TRUE(FitsAHeader(ExplanationJson("BatchGetItem", explanation)));
}

TEST(ExplanationTest, AnyReasonFitsAHeader) {
  api::Explanation explanation;
  explanation.table = std::string(2000, '\1');
  explanation.index = std::string(2000, '\2');
  explanation.key_range = std::string(2000, '\3');
  explanation.because = std::string(2000, '\4');
  explanation.statement.emplace().accesses.resize(50);
  EXPECT_TRUE(FitsAHeader(ExplanationJson("ExecuteStatement", explanation)));
  explanation.because = "short";
  explanation.table = "T";
  const auto json = ExplanationJson("ExecuteStatement", explanation);
  EXPECT_TRUE(FitsAHeader(json));
  EXPECT_NE(json.find(R"("because":"short")"), std::string::npos);
}

TEST(ExplanationTest, ListsWholeStatementsAndCountsTheOthers) {
  api::Explanation explanation;
  api::StatementExplanation statement{.kind = "insert", .table = "T"};
  statement.accesses.push_back({api::ExplainedAccess::kWrite, std::string(100, '\1'), 1, 2});
  statement.request.emplace().table = std::string(2000, 'x');
  explanation.statements.assign(100, statement);
  const auto json = ExplanationJson("ExecuteTransaction", explanation);
  EXPECT_TRUE(FitsAHeader(json)) << json.size();
  EXPECT_TRUE(json.ends_with("\"units\":1}]}],\"statementsLeftOut\":95}")) << json;
  EXPECT_EQ(json.find("request"), std::string::npos) << "too long for an entry";
}

TEST(ExplanationTest, StatesHowExactlyThePagesAreKnown) {
  using Pages = api::Explanation::Pages;
  api::Explanation explanation;
  explanation.pages_to_go = 3;
  EXPECT_EQ(ExplanationJson("Query", explanation).find("pagesAtLeast"), std::string::npos);
  explanation.pages = Pages::kAtLeast;
  EXPECT_NE(ExplanationJson("Query", explanation).find(R"("pagesToGo":3,"pagesAtLeast":true)"),
            std::string::npos);
  explanation.pages = Pages::kEstimated;
  EXPECT_NE(ExplanationJson("Query", explanation).find(R"("pagesToGo":3,"pagesEstimated":true)"),
            std::string::npos);
}

}  // namespace
}  // namespace stator::wire
