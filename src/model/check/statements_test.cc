#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/check/check.h"
#include "model/check/found_codes.h"
#include "model/check/report.h"
#include "model/language/parser.h"

// Checks patterns that state a SELECT.
namespace stator::model {
namespace {

using Codes = std::vector<std::string>;

std::string With(const std::string& pattern, const std::string& end = "") {
  return R"(model desk
table app (PK, SK) on-demand
index ByAgent (agentId, cost) all
entity Ticket 2M x 700B
  attr  agentId, ticketId:id, opened:date, status:enum(OPEN 5, DONE 95), cost:number
  identity agentId, ticketId
  key   AGENT#{agentId} / TICKET#{opened}#{ticketId}
patterns
  T1 50/s list Ticket[agentId] desc opened limit 20 -> 20
  T2 5/s put Ticket if new
  T3 1/s list Ticket[agentId] via ByAgent -> 100
  )" + pattern +
         "\n" + end;
}

TEST(CheckStatements, AScanMayRunOnceAnHour) {
  const std::string statement = R"x( sql "SELECT * FROM app WHERE cost > ?" Ticket[cost])x";
  EXPECT_EQ(CodesOf(With("R1 1/h" + statement)), Codes{});
  EXPECT_EQ(CodesOf(With("R1 2/h" + statement)), Codes{"frequent-scan R1"});
  EXPECT_EQ(CodesOf(With("R1 1/h" + statement, "assert no scan\n")), Codes{"assertion-failed R1"});
  // A key leads to the items, so the statement may run at any rate.
  EXPECT_EQ(CodesOf(With(R"x(R1 50/s sql "SELECT * FROM app WHERE PK = ? AND cost > 5" )x"
                         "Ticket[AGENT#{agentId}]",
                         "assert no scan\n")),
            Codes{});
}

TEST(CheckStatements, AFrequentScanNamesTheIndexThatWouldServe) {
  const auto parsed = Parse(With(R"x(R1 2/h sql "SELECT * FROM app WHERE agentId = 'a'")x"));
  const auto checked = Check(parsed.model);
  ASSERT_EQ(checked.findings.size(), 1U);
  const auto& finding = checked.findings[0];
  EXPECT_EQ(finding.place.line, 12U);
  EXPECT_TRUE(finding.message.ends_with(
      "The condition does not fix the partition key PK of the table. The index ByAgent has agentId "
      "as its partition key: read from it."))
      << finding.message;
}

TEST(CheckStatements, ARefusalHasDynamoDbsTextAndThePlaceOfTheStatement) {
  const auto parsed = Parse(With(R"x(R1 2/h sql "SELECT * FROM app WHERE PK = ?" Ticket[cost])x"));
  const auto checked = Check(parsed.model);
  ASSERT_EQ(checked.findings.size(), 1U);
  const auto& finding = checked.findings[0];
  EXPECT_EQ(finding.code, FindingCode::kStatementRefused);
  EXPECT_EQ(finding.place.line, 12U);
  EXPECT_EQ(finding.place.column, 14U);
  EXPECT_EQ(finding.message,
            "DynamoDB refuses the statement: Key attribute's data type should match its data type "
            "in table's schema: Key PK.");
}

TEST(CheckStatements, TheIndexThatAStatementReadsIsInUse) {
  auto text = With(R"x(R1 2/h sql "SELECT * FROM app.ByAgent WHERE agentId = 'a'")x");
  const std::string list = "  T3 1/s list Ticket[agentId] via ByAgent -> 100\n";
  text.erase(text.find(list), list.size());
  EXPECT_EQ(CodesOf(text), Codes{});
}

TEST(CheckStatements, ReportsShowTheReads) {
  const auto text = With(R"x(R1 1/h sql "SELECT * FROM app WHERE cost > ?" Ticket[cost])x");
  const auto parsed = Parse(text);
  const auto checked = Check(parsed.model);
  const auto shown = CheckText("m", parsed.model, checked);
  EXPECT_NE(shown.find("R1  ExecuteStatement: Scan app, filter  ["), std::string::npos) << shown;
  const auto json = CheckJson("m", parsed.model, checked);
  EXPECT_NE(
      json.find(R"x("statement":{"text":"SELECT * FROM app WHERE cost > ?",)x"
                R"x("access":[{"operation":"Scan"}],"filter":true,"because":"The condition)x"),
      std::string::npos)
      << json;
}

}  // namespace
}  // namespace stator::model
