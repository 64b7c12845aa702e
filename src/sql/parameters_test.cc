#include "sql/parameters.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::sql {
namespace {

using client::Value;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Parameters, AreValuesOrListsOfThem) {
  EXPECT_TRUE(ParseParameters({})->empty());
  EXPECT_THAT(*ParseParameters({R"({"S": "a"})", R"([{"N": "1"}, {"BOOL": true}])", "[]",
                                R"( {"L": [{"NULL": true}]} )"}),
              ElementsAre(Value::String("a"), Value::Number(1), Value::Bool(true),
                          Value::List({Value::Null()})));
}

TEST(Parameters, OtherTextsAreRefused) {
  for (const std::string text :
       {"", "a", "5", "\"a\"", "{}", R"({"S": 5})", R"({"S": "a", "N": "1"})", R"({"X": "a"})",
        R"([{"S": "a"}, 5])", R"([[{"S": "a"}]])", R"({"S": "a"}})",
        R"({"S": "a"}, "b": {"S": "c"})", "{\"S\": \"\xFF\"}"}) {
    const auto parsed = ParseParameters({R"({"S": "good"})", text});
    ASSERT_FALSE(parsed.has_value()) << text;
    EXPECT_THAT(parsed.error().message, HasSubstr("-p takes a value such as {\"S\": \"a\"}"));
  }
  EXPECT_THAT(ParseParameters({"\x1B[2J"}).error().message, HasSubstr("not \\u{1b}[2J."));
  EXPECT_FALSE(ParseParameters({std::string(100'000, '[')}).has_value());
}

}  // namespace
}  // namespace stator::sql
