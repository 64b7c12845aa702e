#include "partiql/access_rules.h"

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "partiql/parser.h"
#include "table/testing.h"

namespace stator::partiql {
namespace {

catalog::TablePtr RuledTable() {
  auto settings = table::testing::SortedTable("Orders");  // pk is S, sk is N
  settings.arn = "arn:orders";
  settings.indexes = {table::testing::GlobalIndex("by-status", "status")};
  return table::testing::Published(std::move(settings));
}

std::string ShownEntry(const AccessEntry& entry) {
  return fmt::format("{} {} keys {} attributes {}{}{}", ActionName(entry.action), entry.resource,
                     entry.leading_keys, entry.attributes, entry.full_scan ? " full scan" : "",
                     entry.enclosing_operation.empty() ? "" : " in " + entry.enclosing_operation);
}

BoundStatement RuledStatement(std::string_view text) {
  auto statement = Parse(text);
  CHECK(statement.has_value());
  auto bound = Bind(std::make_shared<const Statement>(*std::move(statement)), {});
  CHECK(bound.has_value());
  return *std::move(bound);
}

std::string Ruled(std::string_view text, std::string_view enclosing = "") {
  const auto table = RuledTable();
  const BoundStatement bound = RuledStatement(text);
  const std::string& index = bound.statement->index;
  const query::Source source{table, index.empty() ? nullptr : table->FindIndex(index)};
  if (bound.statement->kind == Statement::Kind::kSelect) {
    const auto plan = PlanRead(source, bound.where);
    CHECK(plan.has_value());
    return ShownEntry(AccessEntryOf(source, bound, *plan, enclosing));
  }
  if (bound.item) return ShownEntry(AccessEntryOf(source, bound, bound.item->view(), enclosing));
  const auto key = PlanKey(source, bound.where, Purpose::kWrite);
  CHECK(key.has_value() && *key);
  return ShownEntry(AccessEntryOf(source, bound, (*key)->key.view(), enclosing));
}

TEST(AccessRules, ASelectNamesItsPartitionsAndAttributes) {
  EXPECT_EQ(Ruled("SELECT a, m.x FROM Orders WHERE pk = 'a' AND sk = 1 AND size(b) > 2"),
            R"(PartiQLSelect arn:orders keys ["a"] attributes ["a", "b", "m", "pk", "sk"])");
  EXPECT_EQ(Ruled("SELECT * FROM Orders WHERE pk IN ['b', 'a'] OR (pk = 'b' AND sk > 1)"),
            R"(PartiQLSelect arn:orders keys ["b", "a"] attributes ["pk", "sk"])");
  EXPECT_EQ(Ruled("SELECT * FROM Orders.\"by-status\" WHERE status = 'open'"),
            R"(PartiQLSelect arn:orders/index/by-status keys ["open"] attributes ["status"])");
}

TEST(AccessRules, AScanHasNoLeadingKeys) {
  EXPECT_EQ(Ruled("SELECT * FROM Orders WHERE pk = 'a' OR x = 1"),
            R"(PartiQLSelect arn:orders keys [] attributes ["pk", "x"] full scan)");
  EXPECT_EQ(Ruled("SELECT * FROM Orders"),
            "PartiQLSelect arn:orders keys [] attributes [] full scan");
  EXPECT_EQ(Ruled("SELECT * FROM Orders WHERE pk = 'a' AND pk = 'b'"),
            R"(PartiQLSelect arn:orders keys [] attributes ["pk"])");
}

TEST(AccessRules, WritesNameWhatTheyTouch) {
  EXPECT_EQ(Ruled("INSERT INTO Orders VALUE {'pk': 'a', 'sk': 1, 'total': 7}"),
            R"(PartiQLInsert arn:orders keys ["a"] attributes ["pk", "sk", "total"])");
  EXPECT_EQ(Ruled("UPDATE Orders SET a = b + 1 SET l = list_append(c, [1]) REMOVE d "
                  "WHERE pk = 'a' AND sk = 1 AND e = 2",
                  "ExecuteTransaction"),
            R"(PartiQLUpdate arn:orders keys ["a"] attributes )"
            R"(["a", "b", "c", "d", "e", "l", "pk", "sk"] in ExecuteTransaction)");
  EXPECT_EQ(Ruled("DELETE FROM Orders WHERE pk = 'a' AND sk = 1"),
            R"(PartiQLDelete arn:orders keys ["a"] attributes ["pk", "sk"])");
}

}  // namespace
}  // namespace stator::partiql
