#include "expr/parser.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "expr/testing.h"

namespace stator::expr {
namespace {

using testing::Outcome;

std::string Condition(std::string_view text) { return Outcome(Parse(Grammar::kCondition, text)); }
std::string Update(std::string_view text) { return Outcome(Parse(Grammar::kUpdate, text)); }
std::string Projection(std::string_view text) { return Outcome(Parse(Grammar::kProjection, text)); }

std::string Syntax(std::string_view token, std::string_view near) {
  return fmt::format("Syntax error; token: \"{}\", near: \"{}\"", token, near);
}

std::string Repeat(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

constexpr char kRedundant[] = "The expression has redundant parentheses;";

TEST(Parser, AcceptsConditions) {
  for (const char* text : {
           "a = :b",
           "a=:b and not c<>:d OR e<f",
           "NOT NOT a = :b",
           "NOT (a = :b)",
           "(a = :b)",
           "(a) = (:b)",
           "((a = :b) AND c = :d)",
           "((a) = :b)",
           "(a).b[1] = :c",
           "a BETWEEN :b AND :c AND d IN (:e, f)",
           "a in ((:b), :c)",
           "size(a) > :b",
           "(size(a)) > size((b))",
           "attribute_exists(a.b) OR attribute_not_exists(#a[0].#b)",
           "(attribute_type(a, :t))",
           "begins_with ( a , :b )",
           ":a = :b",
       }) {
    EXPECT_EQ(Condition(text), "ok") << text;
  }
}

TEST(Parser, AcceptsUpdates) {
  for (const char* text : {
           "SET a = :b",
           "set a = :b, c.d[1] = c + :e remove f, g[2] add h :i delete j :k",
           "REMOVE a SET b = :c",
           "SET a = (b + :c)",
           "SET a = (b) - (:c)",
           "SET a = ((b) + :c)",
           "SET a = if_not_exists(b, :c) + if_not_exists(d, :e)",
           "SET a = list_append(if_not_exists(b, :c), :d)",
           "SET a = if_not_exists(b, if_not_exists(c, :d))",
       }) {
    EXPECT_EQ(Update(text), "ok") << text;
  }
}

TEST(Parser, AcceptsProjections) {
  for (const char* text : {"a", "a,b.c , #d[0][12].#e", " a "}) {
    EXPECT_EQ(Projection(text), "ok") << text;
  }
}

TEST(Parser, RefusesEmptyAndLongTextsBeforeSyntax) {
  EXPECT_EQ(Condition(""), "The expression can not be empty;");
  EXPECT_EQ(Update(""), "The expression can not be empty;");
  EXPECT_EQ(Projection(""), "The expression can not be empty;");
  EXPECT_EQ(Projection(std::string(4096, 'a')), "ok");
  EXPECT_EQ(Projection(std::string(4097, '!')),
            "Expression size has exceeded the maximum allowed size;");
}

TEST(Parser, ShowsTheTokenBetweenItsNeighbours) {
  EXPECT_EQ(Update("INVALID SYNTAX HERE"), Syntax("INVALID", "INVALID SYNTAX"));
  EXPECT_EQ(Projection("!!!"), Syntax("!", "!!"));
  EXPECT_EQ(Update("ADD hits : incr"), Syntax(":", "hits : incr"));
  EXPECT_EQ(Update("SET a = :b, #, c = :d"), Syntax("#", ", #,"));
  EXPECT_EQ(Condition("a = :b AND __c = :d"), Syntax("_", "AND __"));
  EXPECT_EQ(Condition("attribute_exists([1])"), Syntax("[", "([1"));
  EXPECT_EQ(Update("SET a = list_append(b, 0)"), Syntax("0", ", 0)"));
  EXPECT_EQ(Condition("a  =\t= :b"), Syntax("=", "=\t= :b"));
}

TEST(Parser, ShowsTheEndOfTheText) {
  EXPECT_EQ(Update("SET a = :b,"), Syntax("<EOF>", ","));
  EXPECT_EQ(Update("SET a = :b, "), Syntax("<EOF>", ","));
  EXPECT_EQ(Condition("a = "), Syntax("<EOF>", "="));
  EXPECT_EQ(Condition("a"), Syntax("<EOF>", "a"));
  EXPECT_EQ(Condition("(a = :b"), Syntax("<EOF>", ":b"));
  EXPECT_EQ(Projection(" "), Syntax("<EOF>", " "));
}

TEST(Parser, RefusesConstructsOutsideTheGrammars) {
  EXPECT_EQ(Update("SET a = b + c + d"), Syntax("+", "c + d"));
  EXPECT_EQ(Update("SET a = (b + c) + d"), Syntax("+", ") + d"));
  EXPECT_EQ(Update("SET a = if_not_exists(b, c + d)"), Syntax("+", "c + d"));
  EXPECT_EQ(Update("SET a = :b, REMOVE c"), Syntax("REMOVE", ", REMOVE c"));
  EXPECT_EQ(Update("SET a = :b; REMOVE c"), Syntax(";", ":b; REMOVE"));
  EXPECT_EQ(Update("ADD a b"), Syntax("b", "a b"));
  EXPECT_EQ(Update("SET"), Syntax("<EOF>", "SET"));
  EXPECT_EQ(Condition("a = (b = :c)"), Syntax("=", "b = :c"));
  EXPECT_EQ(Condition("(a = :b) = :c"), Syntax("=", ") = :c"));
  EXPECT_EQ(Condition("a AND b = :c"), Syntax("AND", "a AND b"));
  EXPECT_EQ(Condition("a BETWEEN :b, :c"), Syntax(",", ":b, :c"));
  EXPECT_EQ(Condition("a IN :b"), Syntax(":b", "IN :b"));
  EXPECT_EQ(Condition("a IN ()"), Syntax(")", "()"));
  EXPECT_EQ(Condition("size() = :a"), Syntax(")", "() ="));
  EXPECT_EQ(Condition("and = :a"), Syntax("and", "and ="));
  EXPECT_EQ(Condition("AND(a)"), Syntax("AND", "AND("));
  EXPECT_EQ(Projection("a b"), Syntax("b", "a b"));
  EXPECT_EQ(Projection("a[:b]"), Syntax(":b", "[:b]"));
  EXPECT_EQ(Projection("a[#b]"), Syntax("#b", "[#b]"));
  EXPECT_EQ(Projection("a[-1]"), Syntax("-", "[-1"));
  EXPECT_EQ(Projection("a.1"), Syntax("1", ".1"));
}

TEST(Parser, RefusesDoubleParentheses) {
  EXPECT_EQ(Condition("((a = :b))"), kRedundant);
  EXPECT_EQ(Condition("((a)) = :b"), kRedundant);
  EXPECT_EQ(Condition("a = ((:b))"), kRedundant);
  EXPECT_EQ(Condition("(((a = :b)) AND c = :d)"), kRedundant);
  EXPECT_EQ(Update("SET a = ((b + :c))"), kRedundant);
}

TEST(Parser, CountsOperators) {
  const std::string text = "a=:b" + Repeat(" OR a=:b", 149);  // 150 + 149
  EXPECT_EQ(Condition(text), "ok");
  EXPECT_EQ(Condition("NOT " + text), "ok");
  EXPECT_EQ(Condition("NOT NOT " + text),
            "The expression contains too many operators; operator count: 301");
  // BETWEEN is one operator although it contains an AND.
  EXPECT_EQ(Condition("NOT a BETWEEN :b AND :c" + Repeat(" OR a=:b", 149)), "ok");
  EXPECT_EQ(Update("SET a0=b+:c" +
                   [] {
                     std::string more;
                     for (int i = 1; i <= 300; ++i) more += fmt::format(",a{}=b+:c", i);
                     return more;
                   }()),
            "The expression contains too many operators; operator count: 301");
}

TEST(Parser, HandlesDeepNesting) {
  EXPECT_EQ(Condition(Repeat("(", 2000) + "a=:b" + Repeat(")", 2000)), kRedundant);
  EXPECT_EQ(Condition(Repeat("(", 4000)), kRedundant);
  EXPECT_EQ(Condition(Repeat("NOT ", 1000) + "a=:b"),
            "The expression contains too many operators; operator count: 1001");
  EXPECT_EQ(Condition(Repeat("(a=:b OR ", 400) + "a=:b" + Repeat(")", 400)),
            "The expression contains too many operators; operator count: 801");
  EXPECT_EQ(Condition(Repeat("size(", 800)),
            "The function is not allowed to be used this way in an expression; function: size");
  EXPECT_EQ(Update("SET a = " + Repeat("(", 4000)), kRedundant);
  EXPECT_EQ(Condition(Repeat("NOT(", 299) + "a=:b" + Repeat(")", 299)), "ok");
}

TEST(Parser, BoundsPaths) {
  const std::string deepest = "a" + Repeat(".b", 31);
  EXPECT_EQ(Projection(deepest), "ok");
  EXPECT_EQ(Projection(deepest + "[0]"),
            "The document path has too many nesting levels; nesting levels: 33");
  EXPECT_EQ(Projection("a[2147483647]"), "ok");
  EXPECT_EQ(Projection("a[99999999999999]"),
            "List index is not within the allowable range; index: [99999999999999]");
  EXPECT_EQ(Projection("a[2147483648]"),
            "List index is not within the allowable range; index: [2147483648]");
}

TEST(Parser, BoundsChoices) {
  EXPECT_EQ(Condition("a IN (:b" + Repeat(",:b", 99) + ")"), "ok");
  EXPECT_EQ(Condition("a IN (:b" + Repeat(",:b", 100) + ")"),
            "The IN operator is provided with too many operands; number of operands: 101");
}

TEST(Parser, RefusesReservedWords) {
  EXPECT_EQ(Condition("Name = :b"), "Attribute name is a reserved keyword; reserved keyword: Name");
  EXPECT_EQ(Projection("a.size, b"),
            "Attribute name is a reserved keyword; reserved keyword: size");
  EXPECT_EQ(Update("REMOVE status"),
            "Attribute name is a reserved keyword; reserved keyword: status");
  EXPECT_EQ(Condition("set = :b"), "Attribute name is a reserved keyword; reserved keyword: set");
}

TEST(Parser, KnowsWhereEachFunctionIsAllowed) {
  EXPECT_EQ(Condition("foo(a)"), "Invalid function name; function: foo");
  EXPECT_EQ(Condition("SIZE(a) = :b"), "Invalid function name; function: SIZE");
  EXPECT_EQ(Update("SET a = foo(b)"), "Invalid function name; function: foo");
  EXPECT_EQ(Update("SET a = size(b)"),
            "The function is not allowed in an update expression; function: size");
  EXPECT_EQ(Condition("if_not_exists(a, :b) = :c"),
            "The function is not allowed in a condition expression; function: if_not_exists");
  const auto misused = [](std::string_view name) {
    return fmt::format(
        "The function is not allowed to be used this way in an expression; function: {}", name);
  };
  EXPECT_EQ(Condition("size(a)"), misused("size"));
  EXPECT_EQ(Condition("a = :b AND size(c)"), misused("size"));
  EXPECT_EQ(Condition("NOT (size(a))"), misused("size"));
  EXPECT_EQ(Condition("attribute_exists(a) = :b"), misused("attribute_exists"));
  EXPECT_EQ(Condition("a IN (contains(b, :c))"), misused("contains"));
  EXPECT_EQ(Condition("a BETWEEN begins_with(b, :c) AND :d"), misused("begins_with"));
  EXPECT_EQ(Condition("contains(attribute_exists(a), :b)"), misused("attribute_exists"));
  EXPECT_EQ(Update("SET a = list_append(list_append(b, :c), :d)"), misused("list_append"));
  EXPECT_EQ(Update("SET a = if_not_exists(b, list_append(c, :d))"), misused("list_append"));
}

TEST(Parser, RefusesRepeatedSections) {
  EXPECT_EQ(Update("SET a = :b SET c = :d"),
            "The \"SET\" section can only be used once in an update expression;");
  EXPECT_EQ(Update("remove a add b :c Remove d"),
            "The \"REMOVE\" section can only be used once in an update expression;");
}

TEST(Parser, ReportsTheGravestFaultOfACondition) {
  EXPECT_EQ(Condition("name = foo(size(attribute_exists(a))) AND ((b = :c))"), kRedundant);
  EXPECT_EQ(Condition("name = foo(attribute_exists(a))"), "Invalid function name; function: foo");
  EXPECT_EQ(Condition("name = attribute_exists(a)"),
            "The function is not allowed to be used this way in an expression; function: "
            "attribute_exists");
}

TEST(Parser, ReportsTheGravestFaultOfAnUpdate) {
  EXPECT_EQ(Update("SET a = foo(b) SET name = :c"),
            "Attribute name is a reserved keyword; reserved keyword: name");
  EXPECT_EQ(Update("SET a = :c SET b = foo(c)"), "Invalid function name; function: foo");
}

TEST(Parser, NumbersPlaceholdersByFirstUse) {
  const auto tree = Parse(Grammar::kCondition, "#b = :y AND #a.#b = :x AND c = :y");
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->names, (std::vector<std::string>{"#b", "#a"}));
  EXPECT_EQ(tree->values, (std::vector<std::string>{":y", ":x"}));
}

}  // namespace
}  // namespace stator::expr
