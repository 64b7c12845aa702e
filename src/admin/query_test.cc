#include "admin/query.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::admin {
namespace {

std::string RefusalOf(std::string_view text) {
  const auto query = Query::Parse(text, {"from", "to"});
  return query ? "" : query.error().message;
}

TEST(QueryTest, FindsDecodedParameters) {
  const auto query = Query::Parse("from=a%20b%26c&to=", {"from", "to", "index"});
  ASSERT_TRUE(query);
  EXPECT_EQ(*query->Find("from"), "a b&c");
  EXPECT_EQ(*query->Find("to"), "");
  EXPECT_EQ(query->Find("index"), nullptr);
}

TEST(QueryTest, TakesNoParametersAtAll) {
  for (const auto* text : {"", "&", "&&"}) EXPECT_EQ(RefusalOf(text), "") << text;
}

TEST(QueryTest, RefusesUnknownAndRepeatedParameters) {
  EXPECT_EQ(RefusalOf("From=1"), "The path takes these parameters: from, to.");
  EXPECT_EQ(RefusalOf("from=1&=2"), "The path takes these parameters: from, to.");
  EXPECT_EQ(RefusalOf("from=1&to=2&from=1"), "The parameter from is there twice.");
  EXPECT_EQ(Query::Parse("a=1", {}).error().message, "The path takes no parameters.");
}

TEST(QueryTest, LeavesTheSignatureOut) {
  const auto query = Query::Parse("X-Amz-Signature=00&from=1&X-Amz-Date=2", {"from"});
  ASSERT_TRUE(query);
  EXPECT_EQ(*query->Find("from"), "1");
  EXPECT_EQ(query->Find("X-Amz-Date"), nullptr);
}

}  // namespace
}  // namespace stator::admin
