#include "expr/bindings.h"

#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "expr/testing.h"

namespace stator::expr {
namespace {

using testing::Outcome;
using testing::S;

std::string CheckNames(const std::map<std::string, std::string>& names) {
  return Outcome(Bindings(&names, nullptr).Check());
}

std::string CheckValues(const item::Tree::Map& values) {
  const item::Item encoded = item::EncodeItem(values);
  const item::ItemView view = encoded.view();
  return Outcome(Bindings(nullptr, &view).Check());
}

TEST(Bindings, AbsentMapsAreAccepted) {
  const Bindings bindings(nullptr, nullptr);
  EXPECT_EQ(Outcome(bindings.Check()), "ok");
  EXPECT_EQ(Outcome(bindings.CheckAllUsed()), "ok");
}

TEST(Bindings, RefusesEmptyMaps) {
  EXPECT_EQ(CheckNames({}), "ExpressionAttributeNames must not be empty");
  EXPECT_EQ(CheckValues({}), "ExpressionAttributeValues must not be empty");
}

TEST(Bindings, RefusesMalformedPlaceholders) {
  EXPECT_EQ(CheckNames({{"#a_1", "x"}, {"#0", "y"}}), "ok");
  for (const std::string key : {"", "a", "#", "#a-b", ":a", "##", "#a.b", "# a"}) {
    EXPECT_EQ(CheckNames({{key, "x"}}),
              fmt::format("ExpressionAttributeNames contains invalid key: Syntax error; key: "
                          "\"{}\"",
                          key));
  }
  EXPECT_EQ(CheckValues({{":a", S("x")}}), "ok");
  for (const std::string key : {"a", ":", "#a", ":a b"}) {
    EXPECT_EQ(CheckValues({{key, S("x")}}),
              fmt::format("ExpressionAttributeValues contains invalid key: Syntax error; key: "
                          "\"{}\"",
                          key));
  }
}

TEST(Bindings, BoundsPlaceholders) {
  EXPECT_EQ(CheckNames({{"#" + std::string(254, 'a'), "x"}}), "ok");
  EXPECT_NE(CheckNames({{"#" + std::string(255, 'a'), "x"}}), "ok");
  const std::string large(limits::kPlaceholdersBytesMax / 2, 'x');
  EXPECT_EQ(CheckValues({{":a", S(large)}}), "ok");
  EXPECT_EQ(CheckValues({{":a", S(large)}, {":b", S(large)}}),
            "The total size of ExpressionAttributeNames and ExpressionAttributeValues has exceeded "
            "the maximum allowed size");
}

TEST(Bindings, RefusesNamesNoAttributeCanHave) {
  EXPECT_EQ(CheckNames({{"#a", ""}}),
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
  EXPECT_EQ(CheckNames({{"#a", std::string(65'535, 'x')}}), "ok");
  EXPECT_NE(CheckNames({{"#a", std::string(65'536, 'x')}}), "ok");
}

TEST(Bindings, ReportsUnusedPlaceholders) {
  testing::Request request({{":a", S("x")}, {":b", S("y")}, {":c", S("z")}},
                           {{"#a", "x"}, {"#b", "y"}});
  Bindings& bindings = request.bindings();
  EXPECT_EQ(Outcome(bindings.CheckAllUsed()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}");
  EXPECT_EQ(bindings.UseName("#b"), "y");
  EXPECT_EQ(Outcome(bindings.CheckAllUsed()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}");
  EXPECT_EQ(bindings.UseName("#a"), "x");
  EXPECT_EQ(bindings.UseName("#c"), std::nullopt);
  EXPECT_EQ(bindings.UseValue(":b")->scalar(), "y");
  EXPECT_EQ(Outcome(bindings.CheckAllUsed()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :c}");
}

// Appendix E, 3: an operand that evaluation would skip still counts as used.
TEST(Bindings, OperandsThatEvaluationMaySkipCountAsUsed) {
  testing::Request request({{":a", S("x")}, {":b", S("y")}}, {{"#n", "n"}});
  ASSERT_TRUE(request.BindCondition("attribute_exists(a) OR #n = :a OR b = :b").has_value());
  EXPECT_EQ(Outcome(request.bindings().CheckAllUsed()), "ok");
}

}  // namespace
}  // namespace stator::expr
