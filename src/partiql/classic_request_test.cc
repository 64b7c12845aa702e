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
