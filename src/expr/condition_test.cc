#include "expr/condition.h"

#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "expr/testing.h"

namespace stator::expr {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

const Tree::Map& Values() {
  static const Tree::Map values = {
      {":s", S("hello")},  {":t", S("world")},         {":n", N("5")},
      {":n9", N("9")},     {":b", B("\x01\x02")},      {":true", Bool(true)},
      {":null", Null()},   {":ss", SS({"a", "b"})},    {":ns", NS({"1", "2"})},
      {":l", L({S("a")})}, {":m", M({{"k", N("1")}})}, {":type", S("S")},
      {":dog", S("DOG")},  {":one", N("1")},           {":a", S("a")},
      {":he", S("he")},    {":bin1", B("\x01")},       {":zero", N("0")},
  };
  return values;
}

// Returns the error for a condition, without its prefix.
std::string Refusal(std::string_view text, Kind kind = Kind::kCondition) {
  Request request(Values(), {{"#a", "a"}, {"#s", "size"}});
  const std::string outcome = Outcome(request.BindCondition(text, kind));
  const std::string prefix = "Invalid " + std::string(KindName(kind)) + ": ";
  return outcome.starts_with(prefix) ? outcome.substr(prefix.size()) : outcome;
}

const item::Item& Stored() {
  static const item::Item stored = item::EncodeItem({
      {"s", S("hello")},
      {"n", N("5.0")},
      {"b", B("\x01\x02\x03")},
      {"yes", Bool(true)},
      {"nil", Null()},
      {"ss", SS({"a", "b"})},
      {"ns", NS({"1", "2", "3"})},
      {"bs", BS({"\x01", "\x02"})},
      {"l", L({S("a"), N("5"), M({{"k", N("1")}})})},
      {"m", M({{"k", N("1")}, {"deep", L({S("x"), S("y")})}})},
      {"emoji", S("a\xC3\xA4\xF0\x9F\x98\x80")},
      {"size", S("reserved")},
      {"blank", S("")},
      {"dotted.name", S("dot")},
  });
  return stored;
}

bool True(std::string_view text) {
  Request request(Values(), {{"#s", "size"}, {"#d", "dotted.name"}});
  const Result<Condition> condition = request.BindCondition(text);
  EXPECT_EQ(Outcome(condition), "ok") << text;
  return condition && Holds(*condition, Stored().view());
}

bool TrueWithoutItem(std::string_view text) {
  Request request(Values());
  const Result<Condition> condition = request.BindCondition(text);
  EXPECT_EQ(Outcome(condition), "ok") << text;
  return condition && Holds(*condition, item::ItemView());
}

TEST(ConditionErrors, NameTheParameter) {
  Request request;
  EXPECT_EQ(Outcome(request.BindCondition("a = :x", Kind::kFilter)),
            "Invalid FilterExpression: An expression attribute value used in expression is not "
            "defined; attribute value: :x");
  EXPECT_EQ(Outcome(request.BindCondition("", Kind::kKeyCondition)),
            "Invalid KeyConditionExpression: The expression can not be empty;");
}

TEST(ConditionErrors, UndefinedPlaceholdersInOrderOfTheText) {
  EXPECT_EQ(Refusal("#x = :y"),
            "An expression attribute name used in the document path is not defined; attribute "
            "name: #x");
  EXPECT_EQ(Refusal(":y = #x"),
            "An expression attribute value used in expression is not defined; attribute value: "
            ":y");
  EXPECT_EQ(Refusal("size(a.#x) > :n"),
            "An expression attribute name used in the document path is not defined; attribute "
            "name: #x");
}

TEST(ConditionErrors, NumberOfOperands) {
  EXPECT_EQ(Refusal("size(a, b) = :n"),
            "Incorrect number of operands for operator or function; operator or function: size, "
            "number of operands: 2");
  EXPECT_EQ(Refusal("contains(a)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "contains, number of operands: 1");
  EXPECT_EQ(Refusal("attribute_exists(a, b)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "attribute_exists, number of operands: 2");
}

TEST(ConditionErrors, PathRequired) {
  EXPECT_EQ(Refusal("attribute_exists(:s)"),
            "Operator or function requires a document path; operator or function: "
            "attribute_exists");
  EXPECT_EQ(Refusal("attribute_not_exists(size(a))"),
            "Operator or function requires a document path; operator or function: "
            "attribute_not_exists");
}

TEST(ConditionErrors, OperandTypes) {
  const auto wrong = [](std::string_view name, std::string_view type) {
    return fmt::format(
        "Incorrect operand type for operator or function; operator or function: {}, operand type: "
        "{}",
        name, type);
  };
  EXPECT_EQ(Refusal("begins_with(a, :n)"), wrong("begins_with", "N"));
  EXPECT_EQ(Refusal("begins_with(:ss, a)"), wrong("begins_with", "SS"));
  EXPECT_EQ(Refusal("begins_with(size(a), :s)"), wrong("begins_with", "N"));
  EXPECT_EQ(Refusal("contains(size(a), :n)"), wrong("contains", "N"));
  EXPECT_EQ(Refusal("size(:n) = :n"), wrong("size", "N"));
  EXPECT_EQ(Refusal("size(:true) = :n"), wrong("size", "BOOL"));
  EXPECT_EQ(Refusal("size(:null) = :n"), wrong("size", "NULL"));
  EXPECT_EQ(Refusal("size(size(a)) = :n"), wrong("size", "N"));
  EXPECT_EQ(Refusal("attribute_type(a, :n)"), wrong("attribute_type", "N"));
  EXPECT_EQ(Refusal("attribute_type(a, b)"),
            wrong("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"));
  EXPECT_EQ(Refusal("a < :true"), wrong("<", "BOOL"));
  EXPECT_EQ(Refusal(":l >= a"), wrong(">=", "L"));
  EXPECT_EQ(Refusal("a BETWEEN :null AND :n"), wrong("BETWEEN", "NULL"));
  EXPECT_EQ(Refusal("a = :true AND b <> :l"), "ok");
}

TEST(ConditionErrors, TypeNames) {
  EXPECT_EQ(Refusal("attribute_type(a, :type)"), "ok");
  EXPECT_EQ(Refusal("attribute_type(a, :dog)"),
            "Invalid attribute type name found; type: DOG, valid types: "
            "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

TEST(ConditionErrors, DistinctOperands) {
  const auto same = [](std::string_view name, std::string_view path) {
    return fmt::format(
        "The first operand must be distinct from the remaining operands for this operator or "
        "function; operator: {}, first operand: {}",
        name, path);
  };
  EXPECT_EQ(Refusal("contains(a, a)"), same("contains", "[a]"));
  EXPECT_EQ(Refusal("a.b[1] = a.b[1]"), same("=", "[a, b, [1]]"));
  EXPECT_EQ(Refusal("a <> #a"), same("<>", "[a]"));
  EXPECT_EQ(Refusal("begins_with((a), a)"), same("begins_with", "[a]"));
  EXPECT_EQ(Refusal("a IN (b, a)"), same("IN", "[a]"));
  EXPECT_EQ(Refusal("a = a.b"), "ok");
  EXPECT_EQ(Refusal("a = b OR b = a"), "ok");
}

TEST(ConditionErrors, BetweenBounds) {
  EXPECT_EQ(Refusal("a BETWEEN :s AND :n"),
            "The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
            "operand: AttributeValue: {S:hello}, upper bound operand: AttributeValue: {N:5}");
  EXPECT_EQ(Refusal("a BETWEEN :t AND :s"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {S:world}, upper bound operand: AttributeValue: "
            "{S:hello}");
  EXPECT_EQ(Refusal("a BETWEEN :n9 AND :n"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {N:9}, upper bound operand: AttributeValue: "
            "{N:5}");
  EXPECT_EQ(Refusal("a BETWEEN :b AND :bin1"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {B:AQI=}, upper bound operand: AttributeValue: "
            "{B:AQ==}");
  EXPECT_EQ(Refusal("a BETWEEN :n AND :n"), "ok");
}

// Facts 3.4: the gravest fault of the first faulty predicate is reported.
TEST(ConditionErrors, Priority) {
  EXPECT_EQ(Refusal("begins_with(a, :n) AND b = :undefined"),
            "Incorrect operand type for operator or function; operator or function: begins_with, "
            "operand type: N");
  EXPECT_EQ(Refusal("begins_with(:n, #undefined)"),
            "An expression attribute name used in the document path is not defined; attribute "
            "name: #undefined");
  EXPECT_EQ(Refusal("contains(size(a, b), contains)"),
            "Incorrect number of operands for operator or function; operator or function: size, "
            "number of operands: 2");
  EXPECT_EQ(Refusal("a = :undefined AND name = :s"),
            "Attribute name is a reserved keyword; reserved keyword: name");
}

TEST(Condition, ComparesEqual) {
  EXPECT_TRUE(True("s = :s"));
  EXPECT_TRUE(True(":s = s"));
  EXPECT_FALSE(True("s = :t"));
  EXPECT_TRUE(True("n = :n"));  // 5.0 is 5
  EXPECT_FALSE(True("s = :n"));
  EXPECT_TRUE(True("s <> :n"));
  EXPECT_FALSE(True("s <> :s"));
  EXPECT_TRUE(True("ss = :ss"));
  EXPECT_TRUE(True("yes = :true AND nil = :null"));
  EXPECT_TRUE(True("l[2] = :m"));
  EXPECT_TRUE(True("l[0] = :a"));
  EXPECT_TRUE(True("#s <> :s"));
  EXPECT_TRUE(True("attribute_exists(#d)"));
}

// Appendix E, 1.
TEST(Condition, MissingOperands) {
  EXPECT_FALSE(True("gone = :s"));
  EXPECT_TRUE(True("gone <> :s"));
  EXPECT_TRUE(True("gone <> absent"));
  EXPECT_FALSE(True("gone = absent"));
  EXPECT_FALSE(True("gone < :s"));
  EXPECT_FALSE(True("gone >= :s"));
  EXPECT_FALSE(True("gone BETWEEN :s AND :t"));
  EXPECT_FALSE(True("gone IN (:s, absent)"));
  EXPECT_FALSE(True("m.k.deeper = :s OR l.k = :s OR s[0] = :s OR l[3] = :s"));
}

TEST(Condition, OrdersStringsNumbersAndBinaries) {
  EXPECT_TRUE(True("s < :t AND s <= :s AND :t > s AND :t >= s"));
  EXPECT_FALSE(True("s < :s OR s > :s"));
  EXPECT_TRUE(True("n < :n9 AND n > :one AND n >= :n AND n <= :n"));
  EXPECT_TRUE(True("b > :b"));
  EXPECT_FALSE(True("s < :n OR s > :n OR n < :s"));
  EXPECT_FALSE(True("yes < :s OR l > :s"));  // from the item: false, not an error
  EXPECT_TRUE(True("n BETWEEN :one AND :n9"));
  EXPECT_TRUE(True("n BETWEEN :n AND :n"));
  EXPECT_FALSE(True("s BETWEEN :one AND :n9"));
}

TEST(Condition, InChoosesAmongValues) {
  EXPECT_TRUE(True("s IN (:n, :s)"));
  EXPECT_TRUE(True(":a IN (s, l[0])"));
  EXPECT_FALSE(True("s IN (:n, :t)"));
}

TEST(Condition, Functions) {
  EXPECT_TRUE(True("attribute_exists(nil) AND attribute_exists(m.deep[1])"));
  EXPECT_TRUE(True("attribute_not_exists(m.deep[2]) AND attribute_not_exists(s.x)"));
  EXPECT_TRUE(True("attribute_type(s, :type)"));
  EXPECT_FALSE(True("attribute_type(n, :type) OR attribute_type(gone, :type)"));
  EXPECT_TRUE(True("begins_with(s, :he) AND begins_with(b, :b) AND begins_with(s, blank)"));
  EXPECT_FALSE(True("begins_with(b, :he) OR begins_with(n, :he) OR begins_with(s, n)"));
}

TEST(Condition, Contains) {
  EXPECT_TRUE(True("contains(s, :he) AND contains(b, :bin1)"));
  EXPECT_TRUE(True("contains(ss, :a) AND contains(ns, :one) AND contains(bs, :bin1)"));
  EXPECT_TRUE(True("contains(l, :m) AND contains(l, :n)"));
  EXPECT_FALSE(True("contains(ss, :one) OR contains(ns, :a) OR contains(s, :n)"));
  EXPECT_FALSE(True("contains(m, :a) OR contains(n, :n) OR contains(gone, :a)"));
}

// Appendix E, 12: UTF-16 units.
TEST(Condition, Size) {
  Request request({{":4", N("4")}, {":3", N("3")}, {":2", N("2")}, {":0", N("0")}});
  const auto holds = [&](std::string_view text) {
    return Holds(request.BindCondition(text).value(), Stored().view());
  };
  EXPECT_TRUE(holds("size(emoji) = :4"));
  EXPECT_TRUE(holds("size(b) = :3 AND size(ss) = :2 AND size(ns) = :3 AND size(l) = :3"));
  EXPECT_TRUE(holds("size(m) = :2 AND size(blank) = :0 AND size(m.deep) = size(bs)"));
  EXPECT_TRUE(holds("size(l) BETWEEN :2 AND :4 AND size(l) IN (:2, :3)"));
  EXPECT_FALSE(holds("size(n) = :0 OR size(yes) < :4 OR size(nil) <> :4"));
  EXPECT_FALSE(holds("size(gone) = :0"));
}

TEST(Condition, Precedence) {
  // AND before OR, NOT before AND, comparison before NOT.
  EXPECT_TRUE(True("s = :s OR s = :t AND s = :t"));
  EXPECT_FALSE(True("(s = :s OR s = :t) AND s = :t"));
  EXPECT_TRUE(True("NOT s = :t AND s = :s"));
  EXPECT_FALSE(True("NOT (s = :t OR s = :s)"));
  EXPECT_TRUE(True("NOT NOT s = :s"));
  EXPECT_FALSE(True("NOT NOT NOT s = :s"));
}

TEST(Condition, AMissingItemIsEmpty) {
  EXPECT_TRUE(TrueWithoutItem("attribute_not_exists(pk)"));
  EXPECT_FALSE(TrueWithoutItem("attribute_exists(pk)"));
  EXPECT_TRUE(TrueWithoutItem("a <> :s"));
  EXPECT_FALSE(TrueWithoutItem("a = :s"));
}

TEST(Condition, ListsItsAttributes) {
  Request request({{":v", S("x")}, {":w", S("y")}}, {{"#n", "a.b"}});
  const Condition condition =
      request
          .BindCondition(
              "(b.c[1] = :v OR NOT #n BETWEEN :v AND z) AND "
              "(size(b) IN (:v, x, :w) OR contains(y, q.r) OR attribute_exists(e[0]))")
          .value();
  const std::vector<std::string_view> expected = {"b", "a.b", "z", "b", "x", "y", "q", "e"};
  EXPECT_EQ(AttributesOf(condition), expected);
}

TEST(Condition, OutlivesItsRequest) {
  std::optional<Condition> condition;
  {
    Request request({{":v", S(std::string(100, 'x'))}}, {{"#n", std::string(50, 'n')}});
    condition = request.BindCondition("#n = :v").value();
  }
  const item::Item stored = item::EncodeItem({{std::string(50, 'n'), S(std::string(100, 'x'))}});
  bool held = false;
  std::jthread([&, copy = *condition] { held = Holds(copy, stored.view()); }).join();
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace stator::expr
