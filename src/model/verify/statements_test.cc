#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/layout/rows.h"
#include "model/verify/report.h"
#include "model/verify/row_map.h"
#include "model/verify/sample.h"
#include "model/verify/statement_reference.h"
#include "model/verify/verify.h"

// Checks that verify runs statements, and that its reference answer finds faults.
namespace stator::model {
namespace {

constexpr std::string_view kDesk = R"x(model desk
table app (PK, SK) on-demand
index ByStatus (status, opened) include cost
index Cheap local (cost) keys
entity Agent 20k x 300B
  attr  agentId:id, name
  key   AGENT#{agentId} / PROFILE
entity Ticket 2M x 700B in Agent(agentId) 100..3000
  attr  ticketId:id, opened:date, status:enum(OPEN 5, DONE 95), cost:number, vip:bool
  key   AGENT#{agentId} / TICKET#{opened}#{ticketId}
  copy  TICKET#{ticketId} / META (agentId, status)
patterns
  T1  5/s    put   Ticket if new
  T2  1/s    txn   update Ticket[agentId, opened, ticketId] set status rewrite keys
  R1  1/day  sql   "SELECT ticketId, cost FROM app WHERE status = ? AND cost > ?" Ticket[status, cost]
  R2  1/day  sql   "SELECT * FROM app WHERE begins_with(SK, 'TICKET#') AND opened BETWEEN ? AND ?" Ticket[opened.from, opened.to]
  R3  4/h    sql   "SELECT * FROM app WHERE PK = ? AND SK >= ? ORDER BY SK DESC" Ticket[AGENT#{agentId}, TICKET#{opened}] strong
  R4  4/h    sql   "SELECT * FROM app WHERE PK = ? AND SK = 'PROFILE'" Agent[AGENT#{agentId}]
  R5  4/h    sql   "SELECT cost, opened FROM app.ByStatus WHERE status IN ('OPEN', 'DONE') AND cost < ? ORDER BY status, opened" Ticket[cost]
  R6  4/h    sql   "SELECT vip, ticketId FROM app.Cheap WHERE PK = ? AND cost > ?" Ticket[AGENT#{agentId}, cost]
  R7  1/day  sql   "SELECT * FROM app WHERE vip = ? OR name IS NOT MISSING" Ticket[vip]
  R8  1/day  sql   "SELECT * FROM app.ByStatus"
  R9  1/day  sql   "SELECT vip, ticketId FROM app.Cheap WHERE vip = ?" Ticket[vip]
assert one request per read except R5 <= 50
)x";

VerifyReport ReportOf(const Model& model) {
  auto database = client::Connection::OpenMemory();
  EXPECT_TRUE(database);
  auto report = Verify(*database, model, {});
  if (report) return *std::move(report);
  ADD_FAILURE() << report.error().message;
  return {};
}

TEST(VerifyStatements, EachAnswersWhatALookAtEveryRowGives) {
  const auto parsed = Parse(kDesk);
  for (const auto& complaint : parsed.complaints) ADD_FAILURE() << complaint.message;
  const auto report = ReportOf(parsed.model);
  EXPECT_TRUE(report.passed()) << VerifyText("desk", report);
  for (const auto& pattern : report.patterns) EXPECT_GE(pattern.runs, 1) << pattern.id;
  const auto scan = std::ranges::find(report.patterns, "R1", &PatternReport::id);
  EXPECT_EQ(scan->request, "ExecuteStatement: Scan app, filter");
  EXPECT_GT(scan->units_max, 1);
}

TEST(VerifyStatements, ARefusedStatementAndAnEmptyAnswerFail) {
  const std::string head(kDesk.substr(0, kDesk.find("  R1")));
  const auto parsed = Parse(head +
                            "  R1 1/day sql \"SELECT * FROM app WHERE PK = ?\" Ticket[cost]\n"
                            "  R2 1/day sql \"SELECT * FROM app WHERE nobody = 'there'\"\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
  const auto report = ReportOf(parsed.model);
  const auto failure = [&](std::string_view id) {
    const auto found = std::ranges::find(report.patterns, id, &PatternReport::id);
    return found->failures.empty() ? "" : found->failures[0].message;
  };
  EXPECT_EQ(failure("R1").substr(0, 31), "DynamoDB refuses the statement:");
  EXPECT_NE(failure("R2").find("found nothing"), std::string::npos) << failure("R2");
}

// Gives the reference wrong answers.
class ReferenceTest : public ::testing::Test {
 protected:
  ReferenceTest() : parsed_(Parse(kDesk)), accesses_(AllStoredRows(parsed_.model)) {
    Sampler sampler(parsed_.model, 1);
    instances_ = sampler.All();
  }

  std::vector<std::string> FaultsOf(std::string_view id, const std::vector<client::Item>& answer) {
    const RowMap rows(parsed_.model, accesses_, instances_);
    return StatementReference(parsed_.model, *parsed_.model.FindPattern(id), rows)
        .FaultsOf({}, answer);
  }
  std::vector<client::Item> Entries() const {
    const RowMap rows(parsed_.model, accesses_, instances_);
    std::vector<client::Item> entries;
    for (const auto& [key, row] : rows.Of("app")) {
      if (!row.item.contains("status") || !row.item.contains("opened")) continue;
      client::Item entry;
      for (const auto* name : {"PK", "SK", "status", "opened", "cost"}) {
        if (const auto* value = client::Find(row.item, name)) entry.emplace(name, *value);
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  }

  Parsed parsed_;
  std::vector<StoredRow> accesses_;
  std::vector<Instance> instances_;
};

TEST_F(ReferenceTest, FindsItemsThatAreMissingOrTooMany) {
  auto answer = Entries();
  ASSERT_GT(answer.size(), 2U);
  EXPECT_EQ(FaultsOf("R8", answer), std::vector<std::string>{});
  answer.push_back(answer.front());
  ASSERT_EQ(FaultsOf("R8", answer).size(), 1U);
  EXPECT_NE(FaultsOf("R8", answer)[0].find("not asked for"), std::string::npos);
  answer.pop_back();
  answer.pop_back();
  ASSERT_EQ(FaultsOf("R8", answer).size(), 1U);
  EXPECT_NE(FaultsOf("R8", answer)[0].find("missing"), std::string::npos);
  answer.front().emplace("vip", client::Value::Bool(true));
  EXPECT_EQ(FaultsOf("R8", answer).size(), 2U);
}

}  // namespace
}  // namespace stator::model
