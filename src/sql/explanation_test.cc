#include "sql/explanation.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::sql {
namespace {

using testing::HasSubstr;

constexpr char kScan[] =
    R"({"operation":"ExecuteStatement","statement":"select","table":"Music","consistent":false,)"
    R"("access":[{"access":"scan","items":120000,"itemsKnown":"exact","units":3662.5,)"
    R"("unitsKnown":"estimated"}],"items":120000,"itemsKnown":"exact","units":3662.5,)"
    R"("unitsKnown":"estimated","pages":29,"because":"The condition does not fix pk.",)"
    R"("request":{"operation":"Scan","input":{"TableName":"Music","FilterExpression":"#n0 = :v0"}}})";

// Without a filter, and with two reads of an index.
constexpr char kQueries[] =
    R"({"operation":"ExecuteStatement","statement":"select","table":"Music","index":"ByKind",)"
    R"("consistent":false,"access":[)"
    R"({"access":"query","range":"kind = \"a\"","items":40,"itemsKnown":"estimated","units":2.5,)"
    R"("unitsKnown":"estimated"},)"
    R"({"access":"query","range":"kind = \"\u001b[0m\"","items":1,"itemsKnown":"exact","units":0.5,)"
    R"("unitsKnown":"atMost"}],"items":41,"itemsKnown":"atMost","units":3,"unitsKnown":"atMost",)"
    R"("pages":1})";

constexpr char kInsert[] =
    R"({"operation":"ExecuteStatement","statement":"insert","table":"Music","consistent":false,)"
    R"("access":[{"access":"write","range":"pk = \"a\"","items":1,"itemsKnown":"exact",)"
    R"("units":1.0,"unitsKnown":"exact"}],"items":1,"itemsKnown":"exact","units":1.0,)"
    R"("unitsKnown":"exact","request":{"operation":"PutItem","input":{"TableName":"Music"}}})";

// Answers every request with the same text, and keeps the request.
class FixedExplainer final : public Explainer {
 public:
  explicit FixedExplainer(Result<Answer> answer) : answer_(std::move(answer)) {}
  Result<Answer> Ask(const std::string& request) override {
    asked = request;
    return answer_;
  }
  std::string asked;

 private:
  Result<Answer> answer_;
};

std::string TextOf(const char* json) {
  const auto read = ReadExplanation({.status = 200, .body = json});
  return read ? ExplanationText(*read) : read.error().message;
}

TEST(Explanation, ShowsAScanAndWhy) {
  EXPECT_EQ(TextOf(kScan),
            "scan of Music: 120,000 items, about 3,662.5 read units, 29 pages\n"
            "because: The condition does not fix pk.\n"
            "request: Scan {\"TableName\":\"Music\",\"FilterExpression\":\"#n0 = :v0\"}\n");
}

TEST(Explanation, ShowsEachReadAndTheirSum) {
  EXPECT_EQ(TextOf(kQueries),
            "query of Music.ByKind where kind = 'a': about 40 items, about 2.5 read units\n"
            "query of Music.ByKind where kind = \"\\u{1b}[0m\": 1 item, at most 0.5 read units\n"
            "in all: at most 41 items, at most 3 read units, 1 page\n");
}

TEST(Explanation, ShowsAWriteAndNothing) {
  EXPECT_EQ(TextOf(kInsert),
            "write of Music where pk = 'a': 1 item, 1 write unit\n"
            "request: PutItem {\"TableName\":\"Music\"}\n");
  EXPECT_EQ(TextOf(R"({"statement":"select","table":"Music","access":[],"items":0,)"
                   R"("itemsKnown":"exact","units":0,"unitsKnown":"exact"})"),
            "nothing of Music: the condition contradicts itself\n");
}

TEST(Explanation, TextsOfARangeCanBeCopied) {
  const auto shown = [](std::string range) {
    Explanation explanation;
    explanation.facts.access.push_back({.access = "get", .range = std::move(range)});
    const std::string text = ExplanationText(explanation);
    const auto begin = text.find("where ") + 6;
    return text.substr(begin, text.find(": ", begin) - begin);
  };
  EXPECT_EQ(shown(R"(pk = "it's" AND sk BETWEEN "a" AND "b")"),
            "pk = 'it''s' AND sk BETWEEN 'a' AND 'b'");
  EXPECT_EQ(shown(R"(pk = "" AND n > 5)"), "pk = '' AND n > 5");
  EXPECT_EQ(shown("n = 5"), "n = 5");
  const std::string cut = "pk = \"" + std::string(128, 'p') + '"';
  for (const std::string& kept :
       {std::string(R"(pk = "a"b")"), std::string(R"(pk = "say "hi"")"), cut}) {
    EXPECT_EQ(shown(kept), kept);
  }
}

TEST(Explanation, AFewRowsOfAScanCostAFewUnits) {
  auto scan = *ReadExplanation({.status = 200, .body = kScan});
  EXPECT_TRUE(scan.scans());
  EXPECT_EQ(scan.UnitsOf(12), 3662.5) << "the filter may drop every row";
  scan.filters = false;
  EXPECT_EQ(scan.UnitsOf(12'000), 366.25);
  EXPECT_EQ(scan.UnitsOf(120'000), 3662.5);
  EXPECT_EQ(scan.UnitsOf(std::nullopt), 3662.5);
  const auto queries = *ReadExplanation({.status = 200, .body = kQueries});
  EXPECT_FALSE(queries.scans());
  EXPECT_TRUE(queries.filters) << "nobody says that there is no filter";
  EXPECT_FALSE(ReadExplanation({.status = 200, .body = kInsert})->filters);
}

TEST(Explanation, TellsRefusedStatementsFromSilentServers) {
  const auto refused = [](int status, const std::string& body) {
    const auto read = ReadExplanation({.status = status, .body = body});
    return !read && read.error().is_refused;
  };
  EXPECT_TRUE(refused(400, R"({"message":"Statement wasn't well formed"})"));
  EXPECT_TRUE(refused(404, R"({"message":"Requested resource not found"})"));
  EXPECT_FALSE(refused(404, R"({"message":"There is no such function."})"));
  EXPECT_FALSE(refused(400, R"({"__type":"x#ThrottlingException","message":"busy"})"));
  EXPECT_FALSE(refused(403, R"({"message":"no"})"));
  EXPECT_FALSE(refused(400, "<html>"));
  for (const char* body : {"", "[]", "{}", "<html>", R"({"table":5})"}) {
    EXPECT_THAT(TextOf(body), HasSubstr("/_stator/explain")) << body;
  }
  FixedExplainer silent(FailInvalid("Nobody listens."));
  EXPECT_EQ(Explain(silent, {.statement = "s"}).error().message, "Nobody listens.");
  EXPECT_FALSE(Explain(silent, {.statement = "s"}).error().is_unreachable);
}

TEST(Explanation, TellsWhatFailsTheStatementToo) {
  FixedExplainer gone(Fail(ErrorCode::kUnavailable, "Nobody listens."));
  EXPECT_TRUE(Explain(gone, {.statement = "s"}).error().is_unreachable);
  const auto unsigned_request = ReadExplanation(
      {.status = 400, .body = R"({"__type":"x#InvalidSignatureException","message":"m"})"});
  EXPECT_TRUE(unsigned_request.error().is_unreachable);
  const auto busy = ReadExplanation(
      {.status = 400, .body = R"({"__type":"x#ThrottlingException","message":"busy"})"});
  EXPECT_FALSE(busy.error().is_unreachable);
}

TEST(Explanation, AsksWithTheWholeRequest) {
  FixedExplainer explainer(Explainer::Answer{.status = 200, .body = kScan});
  const auto explained =
      Explain(explainer, {.statement = "SELECT", .parameters = client::Parameters("a")});
  ASSERT_TRUE(explained.has_value());
  EXPECT_EQ(explainer.asked, R"({"operation":"ExecuteStatement","input":{"Statement":"SELECT",)"
                             R"("Parameters":[{"S":"a"}]}})");
  EXPECT_EQ(explained->json, kScan);
}

}  // namespace
}  // namespace stator::sql
