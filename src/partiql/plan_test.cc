#include "partiql/plan.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "partiql/bind.h"
#include "partiql/parser.h"
#include "query/key_range.h"
#include "table/testing.h"

namespace stator::partiql {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

query::Source Orders() {
  auto settings = table::testing::SortedTable("Orders");  // pk is S, sk is N
  settings.indexes = {table::testing::GlobalIndex("byStatus", "status")};
  return {table::testing::Published(std::move(settings)), nullptr};
}

query::Source HashOnly() {
  return {table::testing::Published(table::testing::KeyedTable("Users")), nullptr};
}

// Keeps what a plan points to.
struct Planned {
  query::Source source;
  BoundStatement bound;
  Result<ReadPlan> plan = FailInvalid("");
};

std::unique_ptr<Planned> Plan(std::string_view where, query::Source source = Orders()) {
  auto planned = std::make_unique<Planned>();
  planned->source = std::move(source);
  auto statement = Parse(fmt::format("SELECT * FROM t WHERE {}", where));
  if (!statement) {
    planned->plan = std::unexpected(statement.error());
    return planned;
  }
  auto bound = Bind(std::make_shared<const Statement>(*std::move(statement)), {});
  if (!bound) {
    planned->plan = std::unexpected(bound.error());
    return planned;
  }
  planned->bound = *std::move(bound);
  planned->plan = PlanRead(planned->source, planned->bound.where);
  return planned;
}

// Returns each branch as its access and its terms, then "filter" if items must meet the condition.
std::vector<std::string> Shown(std::string_view where, query::Source source = Orders()) {
  const auto planned = Plan(where, std::move(source));
  if (!planned->plan) return {planned->plan.error().message};
  std::vector<std::string> texts;
  for (const Branch& branch : planned->plan->branches) {
    constexpr std::string_view kNames[] = {"get", "query", "scan"};
    std::string text(kNames[static_cast<std::size_t>(branch.access)]);
    if (!branch.terms.empty()) text += " " + query::RangeText(branch.terms);
    texts.push_back(text);
  }
  if (planned->plan->filtered) texts.emplace_back("filter");
  return texts;
}

TEST(PartiqlPlan, WholeKeysAreGets) {
  EXPECT_THAT(Shown("pk = 'a' AND sk = 1"), ElementsAre("get pk = \"a\" AND sk = 1"));
  EXPECT_THAT(Shown("1 = sk AND 'a' = pk"), ElementsAre("get pk = \"a\" AND sk = 1"));
  EXPECT_THAT(Shown("pk = 'a'", HashOnly()), ElementsAre("get pk = \"a\""));
  EXPECT_THAT(Shown("pk = 'a' AND sk = 1 AND x = 2"),
              ElementsAre("get pk = \"a\" AND sk = 1", "filter"));
}

TEST(PartiqlPlan, PartitionKeysAreQueries) {
  EXPECT_THAT(Shown("pk = 'a'"), ElementsAre("query pk = \"a\""));
  EXPECT_THAT(Shown("pk = 'a' AND sk BETWEEN 1 AND 3"),
              ElementsAre("query pk = \"a\" AND sk BETWEEN 1 AND 3"));
  EXPECT_THAT(Shown("pk = 'a' AND 3 > sk AND sk >= 1"),
              ElementsAre("query pk = \"a\" AND sk < 3 AND sk >= 1"));
  EXPECT_THAT(Shown("pk = 'a' AND sk <> 1"), ElementsAre("query pk = \"a\"", "filter"));
  EXPECT_THAT(Shown("pk = 'a' AND NOT sk = 1"), ElementsAre("query pk = \"a\"", "filter"));
}

TEST(PartiqlPlan, OrAndInAreBranches) {
  EXPECT_THAT(Shown("pk IN ['b', 'a'] AND sk = 1"),
              ElementsAre("get pk = \"b\" AND sk = 1", "get pk = \"a\" AND sk = 1"));
  EXPECT_THAT(Shown("(pk = 'a' AND sk = 1) OR (pk = 'b' AND x = 2)"),
              ElementsAre("get pk = \"a\" AND sk = 1", "query pk = \"b\"", "filter"));
  EXPECT_THAT(Shown("pk = 'a' AND (sk = 1 OR sk = 2)"),
              ElementsAre("get pk = \"a\" AND sk = 1", "get pk = \"a\" AND sk = 2"));
  EXPECT_THAT(Shown("pk = 'a' AND (x = 1 OR sk = 2)"), ElementsAre("query pk = \"a\"", "filter"));
}

TEST(PartiqlPlan, ABranchWithoutPartitionKeyScans) {
  EXPECT_THAT(Shown("sk = 1"), ElementsAre("scan", "filter"));
  EXPECT_THAT(Shown("pk = 'a' OR x = 1"), ElementsAre("scan", "filter"));
  EXPECT_THAT(Shown("NOT pk = 'a'"), ElementsAre("scan", "filter"));
  EXPECT_THAT(Shown("pk > 'a'"), ElementsAre("scan", "filter"));
  EXPECT_EQ(Plan("sk = 1")->plan->missing_key, "pk");
}

TEST(PartiqlPlan, ContradictionsReadNothing) {
  EXPECT_THAT(Shown("pk = 'a' AND pk = 'b'"), IsEmpty());
  EXPECT_THAT(Shown("pk = 'a' AND sk = 1 AND sk = 2"), IsEmpty());
  EXPECT_THAT(Shown("pk = 'a' AND sk < 1 AND sk > 2"), IsEmpty());
}

TEST(PartiqlPlan, OfManyTermsTheNarrowestAreLeft) {
  EXPECT_THAT(Shown("pk = 'a' AND sk > 1 AND sk > 3 AND sk <= 9 AND sk < 20 AND sk > 2"),
              ElementsAre("query pk = \"a\" AND sk > 3 AND sk <= 9"));
  EXPECT_THAT(Shown("sk >= 5 AND sk = 5 AND sk <= 7 AND pk = 'a' AND pk = 'a'"),
              ElementsAre("get pk = \"a\" AND sk = 5"));
  EXPECT_THAT(Shown("pk = 'a' AND sk > 5 AND sk = 5 AND sk < 7"), IsEmpty());
  EXPECT_THAT(Shown("pk = 'a' AND pk = 'a' AND pk = 'b' AND pk = 'b'"), IsEmpty());
  EXPECT_THAT(Shown("pk > 'A' AND pk > 'B' AND pk = 'a' AND sk = 1"),
              ElementsAre("get pk = \"a\" AND sk = 1", "filter"));
  EXPECT_THAT(Shown("pk IN ['a', 'b'] AND sk > 1 AND sk > 2 AND sk > 3 AND sk > 4"),
              ElementsAre("query pk = \"a\" AND sk > 4", "query pk = \"b\" AND sk > 4"));
}

TEST(PartiqlPlan, ABranchWithinAnotherIsNotReadTwice) {
  EXPECT_THAT(Shown("pk = 'a' AND (pk = 'a' OR sk = 1)"), ElementsAre("query pk = \"a\""));
  EXPECT_THAT(Shown("(pk = 'a' AND sk = 1) OR pk = 'a'"), ElementsAre("query pk = \"a\""));
}

TEST(PartiqlPlan, OverlappingBranchesAreRefused) {
  const std::string overlap =
      "Overlapping conditions with range keys are not supported in where clause";
  EXPECT_THAT(Shown("pk = 'a' AND (sk > 1 OR sk > 2)"), ElementsAre(overlap));
  EXPECT_THAT(Shown("pk = 'a' AND (sk = 1 OR sk > 0)"), ElementsAre(overlap));
  EXPECT_THAT(Shown("pk = 'a' AND (NOT sk > 1 OR sk > 2)"),
              ElementsAre("query pk = \"a\"", "filter"));
  EXPECT_THAT(Shown("pk IN ['a', 'a']"), ElementsAre("query pk = \"a\""));
}

TEST(PartiqlPlan, BranchesHaveABound) {
  const auto in = [](std::size_t count) {
    std::string text = "pk IN (";
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}'{}'", i > 0 ? "," : "", i);
    return text + ")";
  };
  EXPECT_EQ(Shown(in(50)).size(), 50U);
  EXPECT_THAT(Shown(in(51)), ElementsAre("Too many decomposed read operations for a given query."));
  std::string product = "pk = 'a'";
  for (int i = 0; i < 300; ++i) product += " AND (sk = 1 OR sk = 2)";
  EXPECT_THAT(Shown(product),
              ElementsAre("Too many decomposed read operations for a given query."));
}

TEST(PartiqlPlan, KeysHaveTheirTypes) {
  EXPECT_THAT(Shown("pk = true"),
              ElementsAre("Key value must be of type S, N, or B. Key name: pk, Key type: BOOL"));
  EXPECT_THAT(Shown("pk = 1"),
              ElementsAre("Key attribute's data type should match its data type in table's schema: "
                          "Key pk"));
}

std::string Key(std::string_view where, Purpose purpose) {
  const auto planned = Plan(where);
  if (!planned->bound.where) return planned->plan.error().message;
  const auto key = PlanKey(planned->source, planned->bound.where, purpose);
  if (!key) return key.error().message;
  if (!*key) return "none";
  return (*key)->filtered ? "filtered" : "key";
}

TEST(PartiqlPlan, WritesNameOneItem) {
  const std::string missing =
      "Where clause does not contain a mandatory equality on all key attributes";
  const std::string several =
      "Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported";
  EXPECT_EQ(Key("pk = 'a' AND sk = 1", Purpose::kWrite), "key");
  EXPECT_EQ(Key("sk = 1 AND (x = 2 AND pk IN ['a'])", Purpose::kWrite), "filtered");
  EXPECT_EQ(Key("pk = 'a' AND attribute_not_exists(pk) AND sk = 1", Purpose::kWrite), "filtered");
  EXPECT_EQ(Key("pk = 'a'", Purpose::kWrite), missing);
  EXPECT_EQ(Key("pk = 'a' AND sk > 1", Purpose::kWrite), missing);
  EXPECT_EQ(Key("pk IN ['a', 'b'] AND sk = 1", Purpose::kWrite), several);
  EXPECT_EQ(Key("pk = 'a' AND pk = 'b' AND sk = 1", Purpose::kWrite), several);
  EXPECT_EQ(Key("(pk = 'a' AND sk = 1) OR (pk = 'b' AND sk = 1)", Purpose::kWrite), several);
  EXPECT_EQ(Key("pk = 'a' AND sk > 1", Purpose::kRead), "none");
  EXPECT_EQ(Key("pk IN ['a', 'b'] AND sk = 1", Purpose::kRead), "none");
}

}  // namespace
}  // namespace stator::partiql
