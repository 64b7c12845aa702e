#include "item/encoder.h"

#include <gtest/gtest.h>

#include "item/tree.h"

namespace stator::item {
namespace {

Item Abc() {
  return EncodeItem({{"a", {Number(1)}}, {"b", {std::string("two")}}, {"c", {Tree::Null()}}});
}

TEST(Encoder, WritesAnItemPartByPart) {
  Bytes bytes = "already there";
  const std::size_t before = bytes.size();
  Encoder encoder(bytes);
  encoder.BeginItem(3);
  encoder.Name("list");
  const std::size_t list = encoder.BeginList(2);
  encoder.Bool(true);
  const std::size_t inner = encoder.BeginMap(1);
  encoder.Name("k");
  encoder.Binary("bytes");
  encoder.End(inner);
  encoder.End(list);
  encoder.Name("number");
  encoder.Number(Number(-42));
  encoder.Name("set");
  encoder.Set(Type::kStringSet, {"b", "a", ""});
  const Bytes item = bytes.substr(before);
  ASSERT_TRUE(Verify(item).has_value());
  const Tree::Map expected = {
      {"list", {Tree::List{{true}, {Tree::Map{{"k", {Tree::Binary{"bytes"}}}}}}}},
      {"number", {Number(-42)}},
      {"set", {Tree::Set{Type::kStringSet, {"", "a", "b"}}}},
  };
  EXPECT_EQ(TreeOf(ItemView(item)), expected);
}

TEST(Encoder, CopiesValuesBetweenItems) {
  Bytes bytes;
  Encoder encoder(bytes);
  encoder.BeginItem(1);
  encoder.Name("copy");
  const Item source = Abc();
  encoder.Copy(*source.view().Find("b"));
  EXPECT_EQ(ItemView(bytes).Find("copy")->scalar(), "two");
}

TEST(Encoder, WritesLargeSets) {
  std::vector<Bytes> members;
  members.reserve(1000);
  for (int i = 0; i < 1000; ++i) members.push_back(std::to_string((i * 7919) % 1000));
  Bytes bytes;
  Encoder(bytes).Set(Type::kStringSet, {members.begin(), members.end()});
  const SetView set = ValueView(bytes).set();
  EXPECT_EQ(set.count(), 1000U);
  for (const Bytes& member : members) EXPECT_TRUE(set.Contains(member));
}

TEST(Pick, KeepsPresentAttributesInTheItemsOrder) {
  const Item item = Abc();
  const std::string_view names[] = {"c", "missing", "a", "c"};
  EXPECT_EQ(Pick(item.view(), names), EncodeItem({{"a", {Number(1)}}, {"c", {Tree::Null()}}}));
  EXPECT_EQ(Pick(item.view(), {}), Item());
  EXPECT_EQ(Pick(ItemView(), names), Item());
}

using EncoderDeathTest = testing::Test;

TEST(EncoderDeathTest, RefusesNonCanonicalInput) {
  Bytes bytes;
  EXPECT_DEATH(
      {
        Encoder encoder(bytes);
        encoder.BeginItem(2);
        encoder.Name("b");
        encoder.Null();
        encoder.Name("a");
      },
      "check failed");
  EXPECT_DEATH(
      {
        Encoder encoder(bytes);
        encoder.BeginItem(2);
        encoder.Name("a");
        encoder.Name("b");
      },
      "named");
  EXPECT_DEATH(
      {
        Encoder encoder(bytes);
        encoder.End(encoder.BeginList(1));
      },
      "left");
  EXPECT_DEATH(
      {
        Encoder encoder(bytes);
        encoder.BeginList(1);
        encoder.Null();
        encoder.Null();
      },
      "left");
  EXPECT_DEATH(Encoder(bytes).Set(Type::kStringSet, {"a", "a"}), "adjacent_find");
  EXPECT_DEATH(Encoder(bytes).Set(Type::kStringSet, {}), "empty");
}

}  // namespace
}  // namespace stator::item
