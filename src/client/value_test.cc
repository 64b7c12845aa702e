#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/stator.h"

namespace stator::client {
namespace {

using Type = Value::Type;

TEST(Value, HoldsEachTypeAndNothingElse) {
  EXPECT_EQ(Value().type(), Type::kNull);
  EXPECT_TRUE(Value::Null().is_null());
  EXPECT_EQ(Value::String("x").string(), "x");
  EXPECT_EQ(Value::Number("1.50").number(), "1.50");
  EXPECT_EQ(Value::Binary(std::string("\0x", 2)).binary(), std::string("\0x", 2));
  EXPECT_TRUE(Value::Bool(true).boolean());
  EXPECT_EQ(Value::Map({{"a", Value::Bool(true)}}).map().size(), 1);
  EXPECT_EQ(Value::List({Value(), Value()}).list().size(), 2);
  EXPECT_THAT(Value::StringSet({"b", "a"}).set(), testing::ElementsAre("a", "b"));
  EXPECT_THAT(Value::NumberSet({"1"}).set(), testing::ElementsAre("1"));
  EXPECT_THAT(Value::BinarySet({"x"}).set(), testing::ElementsAre("x"));
  EXPECT_TRUE(Value::BinarySet({"x"}).is(Type::kBinarySet));
}

TEST(Value, ReadsOfAnotherTypeAreEmpty) {
  const Value text = Value::String("5");
  EXPECT_EQ(text.number(), "");
  EXPECT_EQ(text.integer(), std::nullopt);
  EXPECT_EQ(text.real(), std::nullopt);
  EXPECT_EQ(text.binary(), "");
  EXPECT_FALSE(text.boolean());
  EXPECT_FALSE(text.is_null());
  EXPECT_TRUE(text.map().empty());
  EXPECT_TRUE(text.list().empty());
  EXPECT_TRUE(text.set().empty());
  EXPECT_EQ(Value::Number(5).string(), "");
}

TEST(Value, NumbersAreMadeFromCppNumbers) {
  EXPECT_EQ(Value::Number(0).number(), "0");
  EXPECT_EQ(Value::Number(-7L).number(), "-7");
  EXPECT_EQ(Value::Number(std::numeric_limits<std::uint64_t>::max()).number(),
            "18446744073709551615");
  EXPECT_EQ(Value::Number(0.1).number(), "0.1");
  EXPECT_EQ(Value::Number(1e100).number(), "1e+100");
  EXPECT_EQ(Value::Number(9007199254740994.0).number(), "9007199254740994");
  EXPECT_EQ(Value::Number(1234567890123456768.0).number(), "1234567890123456800");
  EXPECT_EQ(Value::Number(-72057594037927952.0).number(), "-72057594037927950");
  EXPECT_EQ(Value::Number(1e18).number(), "1e+18");
  EXPECT_EQ(Value::Number(-std::numeric_limits<double>::max()).number(),
            "-1.7976931348623157e+308");
}

TEST(Value, NumbersAreReadWhereTheyFit) {
  EXPECT_EQ(Value::Number("-9223372036854775808").integer(),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(Value::Number("9223372036854775808").integer(), std::nullopt);
  EXPECT_EQ(Value::Number("1.5").integer(), std::nullopt);
  EXPECT_EQ(Value::Number("").integer(), std::nullopt);
  EXPECT_EQ(Value::Number("1.5").real(), 1.5);
  EXPECT_EQ(Value::Number("9223372036854775808").real(), 9223372036854775808.0);
}

TEST(Value, ComparesByTypeAndContent) {
  EXPECT_EQ(Value::List({Value::Map({{"a", Value::Number(1)}})}),
            Value::List({Value::Map({{"a", Value::Number("1")}})}));
  EXPECT_NE(Value::String("1"), Value::Number("1"));
  EXPECT_NE(Value::String("1"), Value::Binary("1"));
  EXPECT_NE(Value::StringSet({"1"}), Value::NumberSet({"1"}));
  EXPECT_NE(Value::Bool(false), Value::Null());
}

TEST(Statement, ParametersTakeTheTypesOfTheirValues) {
  const std::string text = "text";
  const Statement statement("s", text, std::string_view("view"), "literal", 1, -2L, 3U, 0.5F, false,
                            Value::Binary("b"), Item{{"a", Value::Null()}}, ValueList{});
  EXPECT_EQ(statement.text, "s");
  EXPECT_EQ(
      statement.parameters,
      (std::vector<Value>{Value::String("text"), Value::String("view"), Value::String("literal"),
                          Value::Number(1), Value::Number(-2), Value::Number(3),
                          Value::Number("0.5"), Value::Bool(false), Value::Binary("b"),
                          Value::Map({{"a", Value::Null()}}), Value::List({})}));
  static_assert(!Parameter<char> && !Parameter<void*> && !Parameter<std::vector<int>>);
  EXPECT_TRUE(Statement("no parameters").parameters.empty());
}

TEST(Item, FindsItsAttributes) {
  const Item item{{"a", Value::Number(1)}};
  ASSERT_NE(Find(item, "a"), nullptr);
  EXPECT_EQ(Find(item, "a")->integer(), 1);
  EXPECT_EQ(Find(item, "b"), nullptr);
}

}  // namespace
}  // namespace stator::client
