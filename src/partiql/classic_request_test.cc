#include "partiql/classic_request.h"

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "partiql/bind.h"
#include "partiql/parser.h"
#include "table/testing.h"

namespace stator::partiql {
namespace {

query::Source Orders() {
  auto settings = table::testing::SortedTable("Orders");
  settings.indexes = {table::testing::GlobalIndex("by-status", "status")};
  return {table::testing::Published(std::move(settings)), nullptr};
}

BoundStatement BoundOf(std::string_view text) {
  auto statement = Parse(text);
  CHECK(statement.has_value());
  auto bound = Bind(std::make_shared<const Statement>(*std::move(statement)), {});
  CHECK(bound.has_value());
  return *std::move(bound);
}

// Returns the request as "operation: key condition | filter | projection".
std::string Shown(std::string_view text) {
  const query::Source source = Orders();
  const BoundStatement bound = BoundOf(text);
  const auto plan = PlanRead(source, bound.where);
  CHECK(plan.has_value());
  const auto request = ClassicRequestOf(source, bound, *plan, false);
  if (!request) return "none";
  return fmt::format("{}: {} | {} | {}", request->operation, request->key_condition,
                     request->filter, request->projection);
}

TEST(ClassicRequest, IsTheRequestThatReadsTheSame) {
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND sk = 1"), "GetItem:  |  | ");
  EXPECT_EQ(Shown("SELECT a, b, a FROM t WHERE pk = 'a'"), "Query: #n2 = :v0 |  | #n0, #n1");
  EXPECT_EQ(
      Shown("SELECT * FROM t WHERE pk = 'a' AND sk >= 1 AND 5 >= sk AND NOT (x = 1 OR y = 2)"),
      "Query: #n2 = :v2 AND #n3 BETWEEN :v3 AND :v4 | NOT (#n0 = :v0 OR #n1 = :v1) | ");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND sk = 1 AND x IS MISSING"),
            "Query: #n1 = :v0 AND #n2 = :v1 | attribute_not_exists(#n0) | ");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE sk IN (1, 2) OR m.l[0] = 'x'"),
            "Scan:  | #n0 IN (:v0, :v1) OR #n1.#n2[0] = :v2 | ");
}

TEST(ClassicRequest, IsAbsentWhereNoneReadsTheSame) {
  EXPECT_EQ(Shown("SELECT m.x FROM t WHERE pk = 'a'"), "none");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk IN ['a', 'b']"), "none");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND sk <> 1"), "none");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND sk > 1 AND sk < 5"), "none");
}

TEST(ClassicRequest, ARestWithAlternativesStaysTogether) {
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND (x = 1 OR y = 2) AND z = 3"),
            "Query: #n3 = :v3 | (#n0 = :v0 OR #n1 = :v1) AND #n2 = :v2 | ");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND (x = 1 OR y = 2)"),
            "Query: #n2 = :v2 | #n0 = :v0 OR #n1 = :v1 | ");
  EXPECT_EQ(Shown("SELECT * FROM t WHERE pk = 'a' AND pk > 'A'"), "none");
}

TEST(ClassicRequest, IsAbsentBeyondTheBoundsOfExpressions) {
  std::string text = "SELECT * FROM t WHERE x = 0";
  for (int i = 0; i < 299; ++i) text += " OR x = 0";
  EXPECT_EQ(Shown(text), "none") << "300 comparisons and 299 times OR";
}

// Returns the request of a write as "operation: update | condition | returns".
std::string ShownWrite(std::string_view text) {
  const query::Source source = Orders();
  const BoundStatement bound = BoundOf(text);
  item::Item key;
  if (!bound.item) {
    auto plan = PlanKey(source, bound.where, Purpose::kWrite);
    CHECK(plan.has_value() && *plan);
    key = (*plan)->key;
  }
  const auto request = ClassicWriteOf(source, bound, key.view());
  if (!request) return "none";
  EXPECT_EQ(request->key, key);
  return fmt::format("{}: {} | {} | {}", request->operation, request->update, request->condition,
                     request->returns);
}

TEST(ClassicRequest, AWriteHasOne) {
  EXPECT_EQ(ShownWrite("INSERT INTO t VALUE {'pk': 'a', 'sk': 1}"),
            "PutItem:  | attribute_not_exists(#n0) | ");
  EXPECT_EQ(ShownWrite("UPDATE t SET a = 1, b.c = d - 2 REMOVE l[0] SET s = set_add(s, <<1>>) "
                       "SET r = set_delete(r, <<2>>) WHERE pk = 'a' AND sk = 1 "
                       "RETURNING MODIFIED NEW *"),
            "UpdateItem: SET #n0 = :v0, #n1.#n2 = #n3 - :v1 REMOVE #n4[0] ADD #n5 :v2 "
            "DELETE #n6 :v3 | attribute_exists(#n7) | UPDATED_NEW");
  EXPECT_EQ(ShownWrite("UPDATE t SET l = list_append(l, [1]) "
                       "WHERE sk = 1 AND (x = 1 OR y = 2) AND pk = 'a' AND z = 3"),
            "UpdateItem: SET #n0 = list_append(#n0, :v0) | "
            "attribute_exists(#n4) AND (#n1 = :v1 OR #n2 = :v2) AND #n3 = :v3 | ");
  EXPECT_EQ(ShownWrite("DELETE FROM t WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *"),
            "DeleteItem:  |  | ALL_OLD");
  EXPECT_EQ(ShownWrite("DELETE FROM t WHERE pk = 'a' AND sk = 1 AND x = 1"),
            "DeleteItem:  | attribute_not_exists(#n1) OR #n0 = :v0 | ");
  EXPECT_EQ(ShownWrite("DELETE FROM t WHERE pk = 'a' AND sk = 1 AND x = 1 AND y = 2"),
            "DeleteItem:  | attribute_not_exists(#n2) OR (#n0 = :v0 AND #n1 = :v1) | ");
  EXPECT_EQ(ShownWrite("EXISTS(SELECT * FROM t WHERE pk = 'a' AND sk = 1 AND x = 1)"),
            "ConditionCheck:  | attribute_exists(#n1) AND #n0 = :v0 | ");
}

TEST(ClassicRequest, AScanHasAReason) {
  const auto reason = [](std::string_view text) {
    return ScanReason(Orders(), BoundOf(text).where);
  };
  EXPECT_EQ(reason("SELECT * FROM t WHERE x = 1"),
            "The condition does not fix the partition key pk of the table.");
  EXPECT_EQ(reason("SELECT * FROM t WHERE status = 'open' AND x = 1"),
            "The condition does not fix the partition key pk of the table. The index by-status has "
            "status as its partition key: read from it.");
}

}  // namespace
}  // namespace stator::partiql
