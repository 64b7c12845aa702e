#include "partiql/parser.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::partiql {
namespace {

namespace ast = expr::ast;

// Returns the error's text, or "ok".
std::string Outcome(std::string_view statement) {
  const Result<Statement> result = Parse(statement);
  return result ? "ok" : result.error().message;
}

std::string Malformed(std::string_view rest) {
  return "Statement wasn't well formed, can't be processed: " + std::string(rest);
}

std::string Repeat(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

struct Case {
  std::string_view statement;
  std::string text;
};

// --- Statements that AWS accepts (facts 10.1 to 10.3) ---

TEST(PartiqlParser, AcceptsEveryStatement) {
  for (const std::string_view statement : {
           R"(SELECT * FROM "t")",
           R"(select a, b.c[0].d, "e f" from t)",
           R"(SELECT * FROM "t"."i" WHERE a = ? ORDER BY b DESC, c ASC;)",
           R"(SELECT * FROM t WHERE a IN ['x', 'y'] AND NOT (b BETWEEN 1 AND 2 OR c <> 3))",
           R"(SELECT * FROM t WHERE ((((a = 1)))) AND ((b)) = (2))",
           R"(SELECT * FROM t WHERE a NOT IN (1) AND b NOT BETWEEN 1 AND 2)",
           R"(SELECT * FROM t WHERE a IS NULL AND b IS NOT MISSING AND c IS DOUBLE PRECISION)",
           R"(SELECT * FROM t WHERE begins_with(a, 'x') = true AND size(b) > 3)",
           R"(SELECT * FROM t WHERE a = {'b': [1, <<'x'>>, ?], 'c': null})",
           R"(INSERT INTO t VALUE {'pk': 'a', 'set': <<1, 2>>, 'm': {'x': ?}})",
           R"(INSERT INTO "t" VALUE ?)",
           R"(UPDATE t SET a = 1 SET b = b + ? REMOVE c, d[0] WHERE pk = 'x')",
           R"(UPDATE t SET n=n-1 WHERE pk='x' RETURNING MODIFIED OLD *)",
           R"(UPDATE t SET s = set_add(s, <<'x'>>) SET l = list_append(l, [1]) WHERE pk = 1)",
           R"(FROM t WHERE pk = 'x' SET a = 1 RETURNING ALL NEW *)",
           R"(DELETE FROM t WHERE pk = 'x' RETURNING ALL OLD *)",
           R"(EXISTS(SELECT * FROM t WHERE pk = 'x' AND a = 1))",
           "SELECT -- all\n * /* of */ FROM t",
           "SELECT l[-0] FROM t",
       }) {
    EXPECT_EQ(Outcome(statement), "ok") << statement;
  }
}

// --- Faults of syntax (facts 10.7) ---

TEST(PartiqlParser, ReportsFaultsOfSyntax) {
  const std::vector<Case> cases = {
      {"SELECT * FROM t WHERE a = 1)", Malformed("Unexpected token after expression")},
      {"SELECT * FROM t x y", Malformed("Unexpected token after expression")},
      {"DELETE FROM t WHERE a = 1 ORDER BY a", Malformed("Unexpected token after expression")},
      {"SELECT * FROM t ORDER BY a WHERE a = 1", Malformed("Unexpected token after expression")},
      {"INSERT INTO t x VALUE {'a': 1}", Malformed("Unexpected token after expression")},
      {"FROM t SET a = 1 WHERE b = 2", Malformed("Unexpected token after expression")},
      {"SELECT * FROM t WHERE a = 1;;", Malformed("Unexpected token after expression")},
      {"SELECT * FROM t WHERE", Malformed("Unexpected term")},
      {"SELECT * FROM", Malformed("Unexpected term")},
      {"SELECT * FROM t WHERE a = 1 AND",
       Malformed("Missing right-hand side expression of infix operator")},
      {"SELECT * FROM t WHERE a = 1 OR",
       Malformed("Missing right-hand side expression of infix operator")},
      {"SELECT * FROM t WHERE a =",
       Malformed("Missing right-hand side expression of infix operator")},
      {"SELECT * FROM t WHERE ORDER BY a", Malformed("Unexpected keyword")},
      {"SELECT * FROM t WHERE IS NULL", Malformed("Unexpected operator")},
      {"SELECT * FROM t WHERE a = LIKE", Malformed("Unexpected operator")},
      {"SELECT * FROM t WHERE a IS 5", Malformed("Expected type name")},
      {"DELETE FROM", Malformed("Expected identifier for simple path")},
      {"SELECT m.inner FROM t", Malformed("Invalid path dot component")},
      {"", Malformed("Expected data manipulation")},
      {"CREATE TABLE t", Malformed("Expected data manipulation")},
      {"a = 1", Malformed("Expected data manipulation")},
      {"SELECT # FROM t", Malformed("")},
      {"SELECT * FROM t WHERE a = 1e99999999999", Malformed("")},
      {"SELECT * /* FROM t", Malformed("")},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(Outcome(one.statement), one.text) << one.statement;
  }
}

// --- Faults of meaning (facts 10.7) ---

TEST(PartiqlParser, ReportsFaultsOfMeaning) {
  const std::vector<Case> cases = {
      {"SELECT a AS b FROM t", "Aliasing is not supported"},
      {"SELECT a b FROM t", "Aliasing is not supported"},
      {"SELECT * FROM t AS x", "Aliasing is not supported"},
      {"x IS STRING", "Unsupported operation: IsType"},
      {"SELECT COUNT(*) FROM t", "Unexpected path component at 1:8:5"},
      {"SELECT size(a) FROM t", "Unexpected path component at 1:8:4"},
      {"SELECT * FROM t WHERE exists(SELECT 1)", Malformed("Unexpected keyword")},
      {"SELECT * FROM t WHERE exists(a)", "Unrecognized function: exists at 1:23:6"},
      {"SELECT * FROM t WHERE set_add(a, 1)", "Unrecognized function: set_add at 1:23:7"},
      {"SELECT l[-1] FROM t",
       "List index is not within the allowable range; index: [-1] at 1:11:1"},
      {"UPDATE t SET a = set_add(b, <<1>>) WHERE pk = 1",
       "The first argument to SET_ADD must equal the assignment value at 1:26:1"},
      {"UPDATE t SET a = set_add(a, [1]) WHERE pk = 1",
       "The second argument to SET_ADD must be a value with type SET at 1:26:1"},
      {"UPDATE t SET a = set_delete(a) WHERE pk = 1",
       "SET_DELETE must have exactly two arguments at 1:18:10"},
      {"INSERT INTO t VALUE {'a': set_add(1)}",
       "Unsupported data type: set_add under key root at 1:27:7"},
      {"DELETE FROM t WHERE pk = 1 RETURNING MODIFIED OLD *",
       "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in "
       "DELETE statements."},
  };
  for (const Case& one : cases) EXPECT_EQ(Outcome(one.statement), one.text) << one.statement;
}

// --- Faults of literals (facts 10.7) ---

TEST(PartiqlParser, ReportsFaultsOfLiterals) {
  const std::vector<Case> cases = {
      {"INSERT INTO t VALUE {'a': <<>>}", "Empty bags are not supported"},
      {"INSERT INTO t VALUE {'a': <<1, 'a'>>}",
       "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"},
      {"INSERT INTO t VALUE {'a': <<true>>}",
       "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"},
      {"SELECT * FROM t WHERE s = <<'a', 'a'>>",
       "One or more parameter values were invalid: Input collection [a, a] contains duplicates."},
      {"SELECT * FROM t WHERE s = <<2, 2.0>>",
       "One or more parameter values were invalid: Input collection [2, 2.0] contains duplicates! "
       "under root"},
      {"INSERT INTO t VALUE {'x': 1e126}",
       "Number overflow. Attempting to store a number with magnitude larger than supported range "
       "under root.x"},
      {"SELECT * FROM t WHERE l = [1, 1e126]",
       "Number overflow. Attempting to store a number with magnitude larger than supported range "
       "under root[1]"},
      {"SELECT * FROM t WHERE n = 123456789012345678901234567890123456789",
       "Attempting to store more than 38 significant digits in a Number under root"},
  };
  for (const Case& one : cases) EXPECT_EQ(Outcome(one.statement), one.text) << one.statement;
}

TEST(PartiqlParser, ReportsSyntaxThenLiteralsThenMeaning) {
  EXPECT_EQ(Outcome("SELECT COUNT(*) FROM t WHERE a = <<>>"), "Empty bags are not supported");
  EXPECT_EQ(Outcome("SELECT COUNT(*) FROM t WHERE a = <<>> )"),
            Malformed("Unexpected token after expression"));
}

// --- Trees ---

const ast::Condition& Root(const Statement& statement) {
  return std::get<ast::Condition>(statement.where->tree->root);
}

TEST(PartiqlParser, TestsOfTypesAreCalls) {
  const auto statement = Parse("SELECT * FROM t WHERE a IS NOT NULL");
  ASSERT_TRUE(statement);
  const auto& negation = std::get<ast::Not>(Root(*statement).node);
  const auto& call = std::get<ast::Call>(negation.term->node);
  EXPECT_EQ(call.function, ast::Function::kAttributeType);
  EXPECT_EQ(statement->where->slots[0].constant().scalar(), "NULL");
}

TEST(PartiqlParser, AComparedTestIsTheTest) {
  const auto statement = Parse("SELECT * FROM t WHERE false = contains(a, 'x')");
  ASSERT_TRUE(statement);
  const auto& negation = std::get<ast::Not>(Root(*statement).node);
  EXPECT_TRUE(std::holds_alternative<ast::Call>(negation.term->node));
}

TEST(PartiqlParser, SetFunctionsAreAddAndDelete) {
  const auto statement =
      Parse("UPDATE t SET a = set_add(a, ?) SET b = set_delete(b, <<1>>) WHERE pk = ?");
  ASSERT_TRUE(statement);
  const auto& update = std::get<ast::Update>(statement->changes->tree->root);
  EXPECT_EQ(update.actions[0].verb, ast::Verb::kAdd);
  EXPECT_EQ(update.actions[1].verb, ast::Verb::kDelete);
  ASSERT_EQ(statement->changes->set_arguments.size(), 1U);
  EXPECT_EQ(statement->parameters, 2U);
}

TEST(PartiqlParser, DoubledQuotesStandForOne) {
  const auto statement = Parse(R"(SELECT "a""b" FROM "t" WHERE x = 'it''s')");
  ASSERT_TRUE(statement);
  EXPECT_EQ(statement->projection[0].steps[0].name, "a\"b");
  EXPECT_EQ(statement->where->slots[0].constant().scalar(), "it's");
}

// --- Hostile texts ---

TEST(PartiqlParser, RefusesRepetitionsOfAnyPart) {
  for (const std::string_view part :
       {"(", ")", "NOT ", "[", "{'a':", "<<", "--", "AND ", "OR ", ";", "?", "SELECT ", "a.",
        "a[0]", "-", "/*", "SET a = ", "x IN (", "size("}) {
    for (const std::string_view prefix :
         {"", "SELECT * FROM t WHERE ", "INSERT INTO t VALUE ", "UPDATE t SET a = ", "SELECT ",
          "SELECT * FROM t WHERE a IN "}) {
      const std::string text = std::string(prefix) + Repeat(part, 8192 / part.size());
      EXPECT_NE(Outcome(text), "ok") << prefix << part;
    }
  }
}

TEST(PartiqlParser, DeepLiteralsHaveTheTextOfNesting) {
  const std::string deep =
      "INSERT INTO t VALUE {'a': " + Repeat("[", 4000) + Repeat("]", 4000) + "}";
  EXPECT_EQ(Outcome(deep),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

TEST(PartiqlParser, ParenthesesHaveABound) {
  const auto nested = [](std::size_t depth) {
    return "SELECT * FROM t WHERE " + Repeat("(", depth) + "a = 1" + Repeat(")", depth);
  };
  EXPECT_EQ(Outcome(nested(limits::kExpressionDepthMax)), "ok");
  EXPECT_NE(Outcome(nested(limits::kExpressionDepthMax + 1)), "ok");
}

// An even number of quotes is a long text.
TEST(PartiqlParser, AnOpenQuoteIsRefused) {
  EXPECT_EQ(Outcome("INSERT INTO t VALUE " + Repeat("'", 8191)), Malformed(""));
  EXPECT_EQ(Outcome("INSERT INTO " + Repeat("\"", 8191)), Malformed(""));
}

// Every prefix of a statement, and every statement without one of its words, has an answer.
TEST(PartiqlParser, EveryPrefixHasAnAnswer) {
  const std::string text =
      "UPDATE \"t\" SET a = set_add(a, <<'x', ?>>), b = b - -1 REMOVE c[0].d "
      "WHERE pk = 'x' AND (sk IN [1, {'m': [null]}] OR NOT e IS MISSING) RETURNING ALL OLD *";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    EXPECT_FALSE(Outcome(text.substr(0, length)).empty());
  }
  for (std::size_t blank = text.find(' '); blank != text.npos; blank = text.find(' ', blank + 1)) {
    const std::size_t next = text.find(' ', blank + 1);
    std::string without = text;
    without.erase(blank, next == text.npos ? text.npos : next - blank);
    EXPECT_FALSE(Outcome(without).empty());
  }
}

TEST(PartiqlParser, APatternHasNoValues) {
  const auto statement = [](std::string_view text) { return *Parse(text); };
  const auto select = statement("select *  FROM t where a = 'x' and b IN [1, -2]");
  EXPECT_EQ(select.pattern, "select * FROM t where a = ? and b IN [?, -?]");
  EXPECT_EQ(statement("SELECT * FROM t WHERE a = ?").literals_hash, 0U);
  const auto insert = statement("INSERT INTO t VALUE {'pk': 'a', 'm': {'k': 1}}");
  EXPECT_EQ(insert.pattern, "INSERT INTO t VALUE {'pk': ?, 'm': {?: ?}}");
  EXPECT_EQ(statement("INSERT INTO t VALUE {'pk': ?}").literals_hash, 0U);
  const auto other = statement("INSERT INTO t VALUE {'pk': 'b', 'm': {'k': 1}}");
  EXPECT_EQ(other.pattern, insert.pattern);
  EXPECT_NE(other.literals_hash, insert.literals_hash);
}

}  // namespace
}  // namespace stator::partiql
