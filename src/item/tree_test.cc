#include "item/tree.h"

#include <gtest/gtest.h>

#include "item/encoder.h"

namespace stator::item {
namespace {

TEST(Tree, KnowsItsType) {
  EXPECT_EQ(Tree{Tree::Null()}.type(), Type::kNull);
  EXPECT_EQ(Tree{false}.type(), Type::kBool);
  EXPECT_EQ(Tree{std::string("s")}.type(), Type::kString);
  EXPECT_EQ(Tree{Number(1)}.type(), Type::kNumber);
  EXPECT_EQ(Tree{Tree::Binary{"b"}}.type(), Type::kBinary);
  EXPECT_EQ((Tree{Tree::Set{Type::kNumberSet, {}}}.type()), Type::kNumberSet);
  EXPECT_EQ(Tree{Tree::List()}.type(), Type::kList);
  EXPECT_EQ(Tree{Tree::Map()}.type(), Type::kMap);
}

TEST(Tree, RoundTripsEveryType) {
  const Tree::Map attributes = {
      {"binary", {Tree::Binary{Bytes("\0\1", 2)}}},
      {"binary set", {Tree::Set{Type::kBinarySet, {Bytes(1, '\0'), "\xFF"}}}},
      {"bool", {false}},
      {"list", {Tree::List{{true}, {Tree::List{{Number(1)}}}}}},
      {"map", {Tree::Map{{"a", {Tree::Map{}}}, {"b", {Tree::Null()}}}}},
      {"null", {Tree::Null()}},
      {"number", {Number(-1234567)}},
      {"number set", {Tree::Set{Type::kNumberSet, {"\x3E\x64\x66", "\xC1\x02"}}}},
      {"string", {std::string("\"quoted\"")}},
      {"string set", {Tree::Set{Type::kStringSet, {"", "x"}}}},
  };
  const Item item = EncodeItem(attributes);
  EXPECT_TRUE(Verify(item.bytes()).has_value());
  EXPECT_EQ(TreeOf(item.view()), attributes);
}

TEST(Tree, ComparesDeeply) {
  const Tree one = {Tree::List{{Number(1)}, {Tree::Map{{"a", {true}}}}}};
  Tree other = one;
  EXPECT_EQ(one, other);
  std::get<Tree::Map>(std::get<Tree::List>(other.node)[1].node)["a"] = {false};
  EXPECT_NE(one, other);
  EXPECT_NE(Tree{std::string("1")}, Tree{Tree::Binary{"1"}});
}

}  // namespace
}  // namespace stator::item
