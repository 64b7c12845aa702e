#include "json/parser.h"

#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/request_limits.h"

namespace stator::json {
namespace {

// Returns the text of the error, or "ok". Every error must be a SerializationException.
std::string Outcome(const std::string& text) {
  Parser parser;
  const Result<Body> body = parser.Parse(text);
  if (body) return "ok";
  EXPECT_EQ(body.error().code, ErrorCode::kSerializationException);
  return body.error().message;
}

TEST(ParserTest, AnObjectIsABody) {
  Parser parser;
  const Result<Body> body = parser.Parse(R"({"TableName": "t"})");
  ASSERT_TRUE(body.has_value());
  EXPECT_FALSE(body->empty());
  EXPECT_TRUE(body->root().is_object());
  EXPECT_EQ(body->text_bytes(), 18U);
}

TEST(ParserTest, AnEmptyTextGivesAnEmptyBody) {
  Parser parser;
  const Result<Body> body = parser.Parse("");
  ASSERT_TRUE(body.has_value());
  EXPECT_TRUE(body->empty());
}

TEST(ParserTest, RefusesAnythingButAnObjectWithoutAText) {
  for (const char* text :
       {"hello", "{", "[]", "\"x\"", "1", "null", "{\"a\":}", "{'a':1}", " ", "{} {}", "{\"a\":1,}",
        "{\"a\":\"\xFF\"}", "{\"a\":\"\\ud800\"}", "{\"ignored\": 01}"}) {
    EXPECT_EQ(Outcome(text), "") << text;
  }
}

TEST(ParserTest, NestingDepthIsBounded) {
  const auto nested = [](std::size_t depth) {
    return R"({"a":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_EQ(Outcome(nested(limits::kJsonDepthMax / 2)), "ok");
  EXPECT_EQ(Outcome(nested(limits::kJsonDepthMax)), "");
  EXPECT_EQ(Outcome(nested(100'000)), "");
  EXPECT_EQ(Outcome(R"({"a":)" + std::string(100'000, '[')), "");
}

TEST(ParserTest, ValuesAndNamesAreBounded) {
  const auto list = [](std::string_view element, std::size_t bytes) {
    std::string text = R"({"a":[)";
    while (text.size() + element.size() + 2 < bytes) text += element;
    text.back() = ']';
    return text + "}";
  };
  EXPECT_EQ(Outcome(list("1,", limits::kRequestBytesMax)), "");
  EXPECT_EQ(Outcome(list("1,", limits::kRequestBytesMax / 2)), "ok");
  // The densest legal requests.
  EXPECT_EQ(Outcome(list(R"({"S":""},)", limits::kRequestBytesMax)), "ok");
  EXPECT_EQ(Outcome(list(R"({"L":[]},)", limits::kRequestBytesMax)), "ok");
  EXPECT_EQ(Outcome(list(R"("[{,\"\\",)", limits::kRequestBytesMax)), "ok");
}

TEST(ParserTest, ReadsOneBodyAfterTheOther) {
  Parser parser;
  for (const std::string text : {R"({"a":1})", "broken", R"({"b":"a longer body than before"})"}) {
    const Result<Body> body = parser.Parse(text);
    EXPECT_EQ(body.has_value(), text != "broken");
  }
}

TEST(ParserTest, FreesABufferThatGrewTooLarge) {
  Parser parser;
  const auto parse = [&parser](std::size_t size) {
    const Result<Body> body = parser.Parse(R"({"a":")" + std::string(size, 'x') + R"("})");
    EXPECT_TRUE(body.has_value());
    EXPECT_GE(parser.kept_bytes(), size);
  };
  parse(1000);
  EXPECT_GE(parser.kept_bytes(), 1000U);
  parse(limits::kBufferKeptBytesMax + 1);
  EXPECT_EQ(parser.kept_bytes(), 0U);
  parse(1000);
}

}  // namespace
}  // namespace stator::json
