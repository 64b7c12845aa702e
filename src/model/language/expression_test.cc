#include "model/language/expression.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/language/templates.h"

namespace stator::model {
namespace {

// Returns the clauses in a short notation, or the error.
std::string Clauses(std::string_view text) {
  const auto clauses = ParseKeyCondition(text, {1, 1});
  if (!clauses) return clauses.error();
  std::string all;
  for (const auto& clause : *clauses) {
    all += fmt::format("[{}|{}{}|{}|{}]", clause.attribute, static_cast<int>(clause.type),
                       clause.comparator, TextOf(clause.value), TextOf(clause.end));
  }
  return all;
}

TEST(KeyCondition, SpacesAreNotNeeded) {
  EXPECT_EQ(Clauses("PK=CUST#{custId}"), "[PK|0|CUST#{custId}|]");
  EXPECT_EQ(Clauses("PK=A AND SK>=B#{c}"), "[PK|0|A|][SK|1>=|B#{c}|]");
  EXPECT_EQ(Clauses("PK= A AND SK <B"), "[PK|0|A|][SK|1<|B|]");
}

TEST(KeyCondition, AValueMayContainOperatorCharacters) {
  EXPECT_EQ(Clauses("PK=K=A#{c} AND SK BETWEEN A=1 AND B>2"), "[PK|0|K=A#{c}|][SK|3|A=1|B>2]");
  EXPECT_EQ(Clauses("PK = 'a b' AND begins_with(SK, K=1)"), "[PK|0|a b|][SK|2|K=1|]");
}

TEST(KeyCondition, ParenthesesMaySurroundAConditionOnce) {
  EXPECT_EQ(Clauses("(PK = A) AND (SK = B)"), "[PK|0|A|][SK|0|B|]");
  EXPECT_EQ(Clauses("((PK = A) AND begins_with(SK, B))"), "[PK|0|A|][SK|2|B|]");
  EXPECT_EQ(Clauses("((PK = A))"), "The expression has redundant parentheses.");
  EXPECT_EQ(Clauses("(PK = A AND SK = B"), "A '(' is not closed.");
  EXPECT_EQ(Clauses("PK = A)"), "')' is not expected.");
  EXPECT_EQ(Clauses(""), "A condition is missing.");
}

TEST(KeyCondition, RefusesPlaceholdersByName) {
  EXPECT_EQ(Clauses("PK = :pk"), "Write the template, CUST#{custId} say, not the placeholder :pk.");
  EXPECT_EQ(Clauses("#pk = A"), "Write the attribute's name, not the placeholder #pk.");
  EXPECT_EQ(Clauses("PK = A AND begins_with(#sk, B)"),
            "Write the attribute's name, not the placeholder #sk.");
}

}  // namespace
}  // namespace stator::model
