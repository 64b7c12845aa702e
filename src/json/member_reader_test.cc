#include "json/member_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::json {
namespace {

class MemberReaderTest : public testing::Test {
 protected:
  MemberReader Read(const std::string& text) {
    body_.emplace(parser_.Parse(text).value());
    return MemberReader(*body_);
  }

 private:
  Parser parser_;
  std::optional<Body> body_;
};

TEST_F(MemberReaderTest, ReadsMembersThatArePresent) {
  auto reader = Read(R"({"a": 1.5, "b": 2, "c": "x", "d": {"e": 0}})");
  EXPECT_EQ(reader.Number("a", 0, 2), 1.5);
  EXPECT_EQ(reader.OptionalNumber("b", 0, 2), 2.0);
  EXPECT_EQ(reader.OptionalNumber("z", 0, 2), std::nullopt);
  EXPECT_EQ(reader.Text("c", 1), "x");
  auto inner = reader.Object("d").value();
  EXPECT_EQ(inner.Number("e", 0, 0), 0.0);
  EXPECT_TRUE(inner.NothingElse().has_value());
  EXPECT_TRUE(reader.NothingElse().has_value());
  EXPECT_THAT(reader.Names(), testing::ElementsAre("a", "b", "c", "d"));
}

TEST_F(MemberReaderTest, ErrorsNameTheMemberByItsPath) {
  auto reader = Read(R"({"a": {"n": "1", "m": 3, "t": "long", "u": ""}, "b": 1})");
  auto inner = reader.Object("a").value();
  EXPECT_EQ(inner.Number("x", 0, 2).error().message, "a.x is missing.");
  EXPECT_EQ(inner.Number("n", 0, 2).error().message, "a.n must be a number from 0 to 2.");
  EXPECT_EQ(inner.OptionalNumber("m", 0, 2).error().message, "a.m must be a number from 0 to 2.");
  EXPECT_EQ(inner.Text("t", 3).error().message, "a.t must be a text of 1 to 3 bytes.");
  EXPECT_EQ(inner.Text("u", 3).error().message, "a.u must be a text of 1 to 3 bytes.");
  EXPECT_TRUE(inner.NothingElse().has_value());
  EXPECT_EQ(reader.Object("b").error().message, "b must be an object.");
}

TEST_F(MemberReaderTest, UnknownMembersAreRefused) {
  auto reader = Read(R"({"a": 1, "typo": 1})");
  ASSERT_TRUE(reader.Number("a", 0, 2).has_value());
  EXPECT_EQ(reader.NothingElse().error().message, "typo is not known.");
}

TEST_F(MemberReaderTest, DuplicateMembersAreRefused) {
  auto reader = Read(R"({"a": 1, "a": 2})");
  ASSERT_TRUE(reader.Number("a", 0, 2).has_value());
  EXPECT_EQ(reader.NothingElse().error().message, "a is there twice.");
}

TEST_F(MemberReaderTest, ReachesPathsThroughNamesWithDots) {
  const auto reader = Read(R"({"a": {"b": 1, "t3.small": 2}, "c": 3})");
  for (const char* path : {"a", "a.b", "a.t3.small", "c"})
    EXPECT_TRUE(reader.Reaches(path)) << path;
  for (const char* path : {"", "b", "a.", "a.t3", "c.d", "a.bb", "ab"}) {
    EXPECT_FALSE(reader.Reaches(path)) << path;
  }
}

}  // namespace
}  // namespace stator::json
