#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"

namespace stator::model {
namespace {

const std::string kShop = R"x(model shop
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) include status
index ByStatus (status, total) all
index Wide (custId+status) all
index Recent local (orderDate) keys
entity Customer 1M x 400B
  attr  custId:id, name
  key   CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN 2, PAID 98), total:number
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  GSI1  CUST#{custId} / {orderDate}#{orderId}
patterns
)x";

struct Planned {
  Model model;
  ReadPlan plan;
  PatternCost cost;
};

Planned Plan(const std::string& statement) {
  auto parsed = Parse(kShop + "  R1 1/day sql " + statement + "\n");
  for (const auto& complaint : parsed.complaints) ADD_FAILURE() << complaint.message;
  Planned planned{.model = std::move(parsed.model), .plan = {}, .cost = {}};
  const auto& pattern = planned.model.patterns.at(0);
  planned.plan = PlanRead(planned.model, pattern);
  planned.cost = EstimateRead(planned.model, pattern, planned.plan);
  return planned;
}

std::string Described(const std::string& statement) { return Describe(Plan(statement).plan); }

TEST(StatementPlan, NamesTheReadsOfPartiqlsPlanner) {
  EXPECT_EQ(Described(R"x("SELECT * FROM app")x"), "ExecuteStatement: Scan app");
  EXPECT_EQ(Described(R"x("SELECT * FROM app WHERE name = 'x'")x"),
            "ExecuteStatement: Scan app, filter");
  EXPECT_EQ(
      Described(R"x("SELECT * FROM app WHERE PK = ? AND SK = 'PROFILE'" Customer[CUST#{custId}])x"),
      "ExecuteStatement: GetItem app PK = CUST#{custId}, SK = PROFILE");
  EXPECT_EQ(
      Described(
          R"x("SELECT * FROM app WHERE PK = ? AND begins_with(SK, 'ORDER#') AND total > ?" Order[CUST#{custId}, total])x"),
      "ExecuteStatement: Query app PK = CUST#{custId}, SK begins_with ORDER#, filter");
  EXPECT_EQ(
      Described(
          R"x("SELECT * FROM app.ByStatus WHERE status IN ('OPEN', ?) AND total BETWEEN ? AND ?" Order[status, total.from, total.to])x"),
      "ExecuteStatement: Query ByStatus status = OPEN, total between {total.from} and {total.to} + "
      "Query ByStatus status = {status}, total between {total.from} and {total.to}");
  EXPECT_EQ(Described(R"x("SELECT * FROM app WHERE PK = 'a' AND PK = 'b'")x"),
            "ExecuteStatement: no read");
}

TEST(StatementPlan, AScanSaysWhy) {
  const auto planned = Plan(R"x("SELECT * FROM app WHERE status = ?" Order[status])x");
  EXPECT_TRUE(planned.plan.statement->scans());
  EXPECT_FALSE(planned.plan.keyed());
  EXPECT_EQ(planned.plan.statement->because,
            "The condition does not fix the partition key PK of the table. The index ByStatus has "
            "status as its partition key: read from it.");
}

TEST(StatementPlan, SaysWhatDynamoDbRefuses) {
  const auto refused = [](const std::string& statement) {
    const auto plan = Plan(statement).plan;
    EXPECT_EQ(plan.operation, Operation::kNone);
    return plan.reason;
  };
  EXPECT_EQ(refused(R"x("SELECT * FROM app WHERE PK = 5")x"),
            "Key attribute's data type should match its data type in table's schema: Key PK");
  EXPECT_EQ(refused(R"x("SELECT * FROM app WHERE PK = ?" Order[total])x"),
            "Key attribute's data type should match its data type in table's schema: Key PK");
  EXPECT_EQ(refused(R"x("SELECT * FROM app.Wide WHERE custId = 'c'")x").substr(0, 43),
            "PartiQL statements cannot be executed on ta");
  EXPECT_EQ(refused(R"x("SELECT * FROM app.GSI1 WHERE GSI1PK = 'a'" strong)x"),
            "Strongly consistent read is not supported on Global Secondary Indexes");
  EXPECT_EQ(refused(R"x("SELECT total FROM app.GSI1 WHERE GSI1PK = 'a'")x"),
            "One or more parameter values were invalid: Global secondary index GSI1 does not "
            "project [total]");
  EXPECT_EQ(refused(R"x("SELECT * FROM app WHERE PK = 'a' ORDER BY total")x"),
            "Attribute total in ORDER BY clause must be part of the primary key");
}

// 21 million rows: a page of 1 MB is 128 units, and a Scan reads all.
TEST(StatementPlan, AScanReadsEverything) {
  const auto scan = Plan(R"x("SELECT * FROM app WHERE status = 'OPEN'")x");
  EXPECT_NEAR(scan.cost.items_read, 21e6, 1);
  EXPECT_NEAR(scan.cost.bytes_read, 1e6 * 400 + 20e6 * 600, 1e9);
  EXPECT_NEAR(scan.cost.read_units, scan.cost.bytes_read / 4096 / 2, 6e3);  // of 1.5 million
  EXPECT_NEAR(Plan(R"x("SELECT * FROM app WHERE status = 'OPEN'" strong)x").cost.read_units,
              2 * scan.cost.read_units, 1);
  ASSERT_EQ(scan.cost.resources.size(), 1U);
  EXPECT_EQ(scan.cost.resources[0].index, "");
  const auto index = Plan(R"x("SELECT * FROM app.GSI1")x");
  EXPECT_NEAR(index.cost.items_read, 20e6, 1);
  EXPECT_EQ(index.cost.resources.at(0).index, "GSI1");
}

TEST(StatementPlan, AQueryReadsItsCollectionAndAGetOneItem) {
  const auto query = Plan(R"x("SELECT * FROM app WHERE PK = ?" Customer[CUST#{custId}])x");
  EXPECT_NEAR(query.cost.items_read, 21, 0.1);
  const auto orders =
      Plan(R"x("SELECT * FROM app WHERE PK = ? AND SK > 'ORDER#'" Customer[CUST#{custId}])x");
  EXPECT_NEAR(orders.cost.items_read, 21, 0.1);  // a profile may sort behind it
  const auto begins = Plan(
      R"x("SELECT * FROM app WHERE PK = ? AND begins_with(SK, 'ORDER#')" Customer[CUST#{custId}])x");
  EXPECT_NEAR(begins.cost.items_read, 20, 0.1);
  EXPECT_EQ(begins.cost.read_units, 1.5);  // 12,000 bytes
  const auto stated = Plan(
      R"x("SELECT * FROM app WHERE PK = ? AND SK > 'ORDER#2026'" Customer[CUST#{custId}] -> 2)x");
  EXPECT_EQ(stated.cost.read_units, 0.5);
  const auto get =
      Plan(R"x("SELECT * FROM app WHERE PK = ? AND SK = 'PROFILE'" Customer[CUST#{custId}])x");
  EXPECT_EQ(get.cost.items_read, 1);
  EXPECT_EQ(get.cost.read_units, 0.5);
  EXPECT_EQ(get.cost.requests, 1);
  const auto open = Plan(R"x("SELECT * FROM app.ByStatus WHERE status = 'OPEN'")x");
  EXPECT_NEAR(open.cost.items_read, 400e3, 1);  // 2 % of the orders
}

std::string Customers(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) {
    list += (list.empty() ? "'CUST#" : ", 'CUST#") + std::to_string(i) + "'";
  }
  return "\"SELECT * FROM app WHERE PK IN (" + list + ")\"";
}

// Each of the reads meets a profile and 20 orders, and an answer has 10 items.
TEST(StatementPlan, EachReadOfManyIsEstimated) {
  const auto planned = Plan(Customers(50));
  EXPECT_EQ(planned.plan.statement->reads.size(), 50U);
  EXPECT_NEAR(planned.cost.items_read, 50 * 21, 1);
  EXPECT_NEAR(planned.cost.read_units, 50 * 2, 1e-9);  // 12,400 bytes are 4 times 4 KB
  EXPECT_NEAR(planned.cost.requests, 105, 1e-9);
  EXPECT_EQ(planned.plan.wanted.size(), 2U);
  EXPECT_EQ(Plan(Customers(51)).plan.reason,
            "Too many decomposed read operations for a given query.");
}

TEST(StatementPlan, AnIndexCouldServeWhatTheConditionFixes) {
  const auto planned = Plan(
      R"x("SELECT custId, total FROM app WHERE _type = 'Order' AND status = 'OPEN' AND custId = ? AND total > 100" Order[custId])x");
  const auto& statement = *planned.plan.statement;
  ASSERT_EQ(statement.equals.size(), 2U);
  EXPECT_EQ(statement.equals[0].attribute, "status");
  EXPECT_EQ(statement.equals[0].value, "OPEN");
  EXPECT_EQ(statement.equals[1].attribute, "custId");
  EXPECT_FALSE(statement.equals[1].value);
  EXPECT_EQ(statement.range, "total");
  EXPECT_EQ(statement.shows, (std::vector<std::string>{"custId", "total"}));
}

}  // namespace
}  // namespace stator::model
