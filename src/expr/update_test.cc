#include "expr/update.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "expr/testing.h"

namespace stator::expr {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

std::string Refusal(std::string_view text) {
  Request request({{":s", S("x")},
                   {":n", N("1")},
                   {":b", B("x")},
                   {":l", L({})},
                   {":m", M({})},
                   {":true", Bool(true)},
                   {":null", Null()},
                   {":ss", SS({"a"})}},
                  {{"#a", "a"}, {"#dot", "x.y"}});
  const std::string outcome = Outcome(request.BindUpdate(text));
  const std::string prefix = "Invalid UpdateExpression: ";
  return outcome.starts_with(prefix) ? outcome.substr(prefix.size()) : outcome;
}

std::string Overlap(std::string_view one, std::string_view two) {
  return fmt::format(
      "Two document paths overlap with each other; must remove or rewrite one of these paths; "
      "path one: {}, path two: {}",
      one, two);
}

std::string Conflict(std::string_view one, std::string_view two) {
  return fmt::format(
      "Two document paths conflict with each other; must remove or rewrite one of these paths; "
      "path one: {}, path two: {}",
      one, two);
}

TEST(UpdateErrors, PathsOverlap) {
  EXPECT_EQ(Refusal("SET a = :s, a.b = :s"), Overlap("[a]", "[a, b]"));
  EXPECT_EQ(Refusal("SET a.b = :s REMOVE a"), Overlap("[a, b]", "[a]"));
  EXPECT_EQ(Refusal("SET a = :s ADD #a :n"), Overlap("[a]", "[a]"));
  EXPECT_EQ(Refusal("REMOVE a[1], b, a[1].c"), Overlap("[a, [1]]", "[a, [1], c]"));
  EXPECT_EQ(Refusal("REMOVE a[1], a[2], a[10]"), "ok");
  EXPECT_EQ(Refusal("REMOVE #dot, x.y"), "ok");  // a dot inside a name does not separate steps
  EXPECT_EQ(Refusal("REMOVE z, y, x, z"), Overlap("[z]", "[z]"));
}

TEST(UpdateErrors, PathsConflict) {
  EXPECT_EQ(Refusal("SET a.b = :s, a[1] = :s"), Conflict("[a, b]", "[a, [1]]"));
  EXPECT_EQ(Refusal("REMOVE a[0].b, c, a[0][1]"), Conflict("[a, [0], b]", "[a, [0], [1]]"));
  // Overlap is graver.
  EXPECT_EQ(Refusal("REMOVE a.b, a[1], c, c"), Overlap("[c]", "[c]"));
}

TEST(UpdateErrors, ActionOperands) {
  const auto wrong = [](std::string_view verb, std::string_view type) {
    return fmt::format(
        "Incorrect operand type for operator or function; operator: {0}, operand type: {1}, "
        "typeSet: ALLOWED_FOR_{0}_OPERAND",
        verb, type);
  };
  EXPECT_EQ(Refusal("ADD a :s"), wrong("ADD", "STRING"));
  EXPECT_EQ(Refusal("ADD a :b"), wrong("ADD", "Binary"));
  EXPECT_EQ(Refusal("ADD a :l"), wrong("ADD", "LIST"));
  EXPECT_EQ(Refusal("ADD a :m"), wrong("ADD", "MAP"));
  EXPECT_EQ(Refusal("ADD a :true"), wrong("ADD", "BOOL"));
  EXPECT_EQ(Refusal("ADD a :null"), wrong("ADD", "NULL"));
  EXPECT_EQ(Refusal("DELETE a :n"), wrong("DELETE", "NUMBER"));
  EXPECT_EQ(Refusal("DELETE a :s"), wrong("DELETE", "STRING"));
  EXPECT_EQ(Refusal("ADD a :n, b :ss DELETE c :ss"), "ok");
}

TEST(UpdateErrors, FunctionOperands) {
  const auto wrong = [](std::string_view name, std::string_view type) {
    return fmt::format(
        "Incorrect operand type for operator or function; operator or function: {}, operand type: "
        "{}",
        name, type);
  };
  EXPECT_EQ(Refusal("SET a = list_append(b, :s)"), wrong("list_append", "S"));
  EXPECT_EQ(Refusal("SET a = list_append(:n, b)"), wrong("list_append", "N"));
  EXPECT_EQ(Refusal("SET a = b + :s"), wrong("+", "S"));
  EXPECT_EQ(Refusal("SET a = :l - b"), wrong("-", "L"));
  EXPECT_EQ(Refusal("SET a = if_not_exists(:s, b)"),
            "Operator or function requires a document path; operator or function: if_not_exists");
  EXPECT_EQ(Refusal("SET a = if_not_exists(b)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "if_not_exists, number of operands: 1");
  EXPECT_EQ(Refusal("SET a = list_append(b, c, d)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "list_append, number of operands: 3");
}

TEST(UpdateErrors, Priority) {
  constexpr char kName[] =
      "An expression attribute name used in the document path is not defined; attribute name: #x";
  constexpr char kValue[] =
      "An expression attribute value used in expression is not defined; attribute value: :x";
  EXPECT_EQ(Refusal("SET a = :x, #x = :s"), kName);  // names come before values
  EXPECT_EQ(Refusal("SET a = if_not_exists(b, :x), a = :s"), kValue);
  EXPECT_EQ(Refusal("SET a = :s + b ADD a :s"), Overlap("[a]", "[a]"));
  EXPECT_EQ(Refusal("SET a = :s + b ADD c :s"),
            "Incorrect operand type for operator or function; operator: ADD, operand type: STRING, "
            "typeSet: ALLOWED_FOR_ADD_OPERAND");
}

TEST(Update, ListsItsTargets) {
  Request request({{":n", N("1")}, {":ss", SS({"a"})}}, {{"#n", "some.name"}});
  const Result<Update> update =
      request.BindUpdate("SET b.c = :n, #n = :n REMOVE d[1], e ADD f :n DELETE g :ss");
  ASSERT_EQ(Outcome(update), "ok");
  const auto targets = update->Targets();
  ASSERT_EQ(targets.size(), 6U);
  EXPECT_EQ(targets[0].attribute, "b");
  EXPECT_TRUE(targets[0].nested);
  EXPECT_TRUE(targets[0].writes);
  EXPECT_EQ(targets[1].attribute, "some.name");
  EXPECT_FALSE(targets[1].nested);
  EXPECT_EQ(targets[2].attribute, "d");
  EXPECT_TRUE(targets[2].nested);
  EXPECT_FALSE(targets[2].writes);
  EXPECT_TRUE(targets[4].writes);
  EXPECT_FALSE(targets[5].writes);
}

TEST(Update, PickUpdatedReturnsOnlyChangedPaths) {
  Request request({{":n", N("1")}, {":ss", SS({"a"})}});
  const Result<Update> update =
      request.BindUpdate("SET m.a = :n, l[1] = :n REMOVE gone, k[0] ADD c :n DELETE s :ss");
  ASSERT_EQ(Outcome(update), "ok");
  const item::Item image = item::EncodeItem({{"m", M({{"a", N("7")}, {"b", N("8")}})},
                                             {"l", L({N("1"), N("2"), N("3")})},
                                             {"k", L({S("first"), S("second")})},
                                             {"gone", S("x")},
                                             {"s", SS({"a", "b"})},
                                             {"other", S("y")}});
  EXPECT_EQ(item::TreeOf(PickUpdated(*update, image.view()).view()),
            (Tree::Map{{"m", M({{"a", N("7")}})},
                       {"l", L({N("2")})},
                       {"k", L({S("first")})},
                       {"gone", S("x")},
                       {"s", SS({"a", "b"})}}));
}

}  // namespace
}  // namespace stator::expr
