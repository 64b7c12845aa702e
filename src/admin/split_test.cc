#include "admin/split.h"

#include <gtest/gtest.h>

namespace stator::admin {
namespace {

TEST(SplitRequest, AllMembersAreOptional) {
  for (const auto* text : {"", "{}"}) {
    const auto request = ReadSplitRequest(text);
    ASSERT_TRUE(request.has_value()) << text;
    EXPECT_FALSE(request->partition);
    EXPECT_FALSE(request->key);
  }
}

TEST(SplitRequest, MayNameAPartitionAndAKey) {
  const auto request = ReadSplitRequest(R"({"partition": 7, "key": {"pk": {"S": "a"}}})");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->partition, 7U);
  ASSERT_TRUE(request->key);
  EXPECT_TRUE(request->key->item.view().Find("pk"));
}

TEST(SplitRequest, MayNameAnIndex) {
  const auto request = ReadSplitRequest(R"({"index": "ByYear"})");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->index, "ByYear");
}

TEST(SplitRequest, RefusesOtherTexts) {
  for (const auto* text :
       {"[]", "{", "7", R"({"partition": "1"})", R"({"partition": -1})",
        R"({"partition": 4294967296})", R"({"key": "a"})", R"({"keys": {}})", R"({"index": ""})",
        R"({"partition": 1, "partition": 2})", R"({"index": 1})"}) {
    EXPECT_FALSE(ReadSplitRequest(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace stator::admin
