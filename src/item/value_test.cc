#include "item/value.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "item/encoder.h"
#include "item/format.h"
#include "item/tree.h"

namespace stator::item {
namespace {

Tree Text(std::string text) { return {std::move(text)}; }

Tree::Map Sample() {
  return {{"active", {true}},
          {"blob", {Tree::Binary{Bytes("\0\xFF", 2)}}},
          {"list", {Tree::List{Text("x"), {Number(7)}, {Tree::List{}}}}},
          {"map", {Tree::Map{{"inner", Text("y")}}}},
          {"name", Text("Ada")},
          {"none", {Tree::Null()}},
          {"tags", {Tree::Set{Type::kStringSet, {"a", "b"}}}},
          {"zip", {Number(123)}}};
}

TEST(Value, ViewsReadEveryTypeInPlace) {
  const Item item = EncodeItem(Sample());
  const ItemView view = item.view();
  EXPECT_EQ(view.count(), 8U);
  EXPECT_TRUE(view.Find("active")->boolean());
  EXPECT_EQ(view.Find("blob")->scalar(), BytesView("\0\xFF", 2));
  EXPECT_EQ(view.Find("none")->type(), Type::kNull);
  EXPECT_EQ(view.Find("name")->scalar(), "Ada");
  EXPECT_TRUE(view.Find("name")->plain_text());
  EXPECT_EQ(view.Find("zip")->scalar(), "\xC2\x02\x18");
  EXPECT_EQ(view.Find("map")->map().Find("inner")->scalar(), "y");
  const ListView list = view.Find("list")->list();
  EXPECT_EQ(list.count(), 3U);
  EXPECT_EQ(list.At(0)->scalar(), "x");
  EXPECT_EQ(list.At(1)->type(), Type::kNumber);
  EXPECT_EQ(list.At(2)->list().count(), 0U);
  EXPECT_EQ(list.At(3), std::nullopt);
}

TEST(Value, FindStopsAtTheNameOrPastIt) {
  const Item item = EncodeItem(Sample());
  for (const auto& [name, value] : Sample()) {
    const std::optional<ValueView> found = item.view().Find(name);
    ASSERT_TRUE(found.has_value()) << name;
    EXPECT_EQ(TreeOf(*found), value) << name;
  }
  for (const char* absent : {"", "a", "activ", "active2", "Map", "maq", "zzz"}) {
    EXPECT_EQ(item.view().Find(absent), std::nullopt) << absent;
  }
}

TEST(Value, ContainersIterateInOrder) {
  const Item item = EncodeItem(Sample());
  std::vector<std::string_view> names;
  for (const Attribute& attribute : item.view()) names.push_back(attribute.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"active", "blob", "list", "map", "name", "none",
                                                  "tags", "zip"}));
  const SetView set = item.view().Find("tags")->set();
  EXPECT_EQ(set.count(), 2U);
  EXPECT_EQ(set.member_type(), Type::kString);
  EXPECT_EQ(std::vector<BytesView>(1, *set.begin()), std::vector<BytesView>{"a"});
  EXPECT_TRUE(set.Contains("a"));
  EXPECT_TRUE(set.Contains("b"));
  for (const char* absent : {"", "A", "aa", "c"}) EXPECT_FALSE(set.Contains(absent)) << absent;
}

TEST(Value, DefaultViewsAreEmpty) {
  EXPECT_EQ(MapView().count(), 0U);
  EXPECT_EQ(MapView().Find("a"), std::nullopt);
  EXPECT_TRUE(MapView().begin() == MapView::end());
  EXPECT_TRUE(ListView().begin() == ListView::end());
  EXPECT_TRUE(SetView().begin() == SetView::end());
  EXPECT_EQ(Item().view().count(), 0U);
  EXPECT_EQ(Item(), EncodeItem({}));
  EXPECT_TRUE(Verify(Item().bytes()).has_value());
}

TEST(Value, PlainTextNeedsNoJsonEscapes) {
  for (int byte = 0; byte < 256; ++byte) {
    const bool plain = byte >= 0x20 && byte != '"' && byte != '\\';
    for (std::size_t before = 0; before < 20; ++before) {  // in full blocks and in the tail
      std::string text(before, 'a');
      text.push_back(static_cast<char>(byte));
      ASSERT_EQ(format::PlainText(text), plain) << byte;
      text.append(11, '\xC3');
      ASSERT_EQ(format::PlainText(text), plain) << byte;
    }
  }
}

TEST(Value, DepthCountsListsAndMaps) {
  Tree tree = Text("leaf");
  for (std::size_t depth = 0; depth < 100; ++depth) {
    Bytes bytes;
    Encode(tree, bytes);
    ASSERT_EQ(ValueView(bytes).Depth(), depth);
    if (depth % 2 == 0) {
      tree = {Tree::List{{Tree::Null()}, std::move(tree)}};
    } else {
      tree = {Tree::Map{{"a", std::move(tree)}, {"b", {true}}}};
    }
  }
}

TEST(Value, TypesHaveTheirNames) {
  EXPECT_EQ(TypeName(Type::kString), "S");
  EXPECT_EQ(TypeName(Type::kNumber), "N");
  EXPECT_EQ(TypeName(Type::kBinary), "B");
  EXPECT_EQ(TypeName(Type::kBool), "BOOL");
  EXPECT_EQ(TypeName(Type::kNull), "NULL");
  EXPECT_EQ(TypeName(Type::kStringSet), "SS");
  EXPECT_EQ(TypeName(Type::kNumberSet), "NS");
  EXPECT_EQ(TypeName(Type::kBinarySet), "BS");
  EXPECT_EQ(TypeName(Type::kList), "L");
  EXPECT_EQ(TypeName(Type::kMap), "M");
  EXPECT_EQ(TypeWord(Type::kBool), "BOOL");
  EXPECT_EQ(TypeWord(Type::kBinary), "Binary");
  EXPECT_EQ(TypeWord(Type::kBinarySet), "BINARY_SET");
}

// An item whose value is nested in `levels` lists.
Item Nested(std::size_t levels) {
  Tree tree = {true};
  for (std::size_t i = 0; i < levels; ++i) tree = {Tree::List{std::move(tree)}};
  return EncodeItem({{"a", std::move(tree)}});
}

TEST(Verify, BoundsNesting) {
  EXPECT_TRUE(Verify(Nested(limits::kNestingMax).bytes()).has_value());
  EXPECT_FALSE(Verify(Nested(limits::kNestingMax + 1).bytes()).has_value());
  EXPECT_FALSE(Verify(Nested(500).bytes()).has_value());
}

TEST(Verify, RefusesTruncatedItemsAndTrailingBytes) {
  const Bytes whole = EncodeItem(Sample()).TakeBytes();
  ASSERT_TRUE(Verify(whole).has_value());
  EXPECT_FALSE(Verify(whole + '\0').has_value());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes part(whole, 0, size);
    const Result<> result = Verify(part);
    ASSERT_FALSE(result.has_value()) << size;
    EXPECT_EQ(result.error().code, ErrorCode::kCorruption);
  }
}

TEST(Verify, ErrorsNameTheOffset) {
  const Result<> result =
      Verify(BytesView("\x01\x01"
                       "a\xEE",
                       4));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message, "a stored item does not decode: a tag is unknown at byte 4");
}

}  // namespace
}  // namespace stator::item
