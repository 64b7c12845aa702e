#include "table/keys.h"

#include <gtest/gtest.h>

#include "base/texts.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::GlobalIndex;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::Published;
using testing::S;

catalog::TablePtr WithSortKey() {
  auto settings = KeyedTable("t");
  settings.sort_key = catalog::KeyAttribute{"sk", item::Type::kNumber};
  return Published(std::move(settings));
}

std::string MessageOf(const Result<Bytes>& result) {
  return result ? "no error" : result.error().message;
}

TEST(Keys, AKeyHasExactlyTheSchemasAttributes) {
  const auto table = WithSortKey();
  EXPECT_TRUE(RowKeyOfKey(*table, MakeItem({{"pk", S("a")}, {"sk", N(1)}}).view()));
  for (const auto& key : {MakeItem({{"pk", S("a")}}), MakeItem({{"pk", S("a")}, {"sk", S("1")}}),
                          MakeItem({{"pk", S("a")}, {"sk", N(1)}, {"x", N(1)}}),
                          MakeItem({{"pk", S("a")}, {"x", N(1)}}), MakeItem({})}) {
    EXPECT_EQ(MessageOf(RowKeyOfKey(*table, key.view())), texts::kKeyMismatch);
  }
}

TEST(Keys, ErrorsNameTheFaultOfTheKey) {
  const auto table = WithSortKey();
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, MakeItem({{"pk", S("a")}}).view())),
            "One or more parameter values were invalid: Missing the key sk in the item");
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, MakeItem({{"pk", N(1)}, {"sk", N(1)}}).view(),
                                   KeyTypeText::kMismatch)),
            "The provided key element does not match the schema");
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, MakeItem({{"pk", N(1)}, {"sk", N(1)}}).view())),
            "One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: N");
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, MakeItem({{"pk", S("")}, {"sk", N(1)}}).view())),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
}

TEST(Keys, SizesAreLimitedToTheByte) {
  const auto table = Published(KeyedTable("t"));
  EXPECT_TRUE(RowKeyOfItem(*table, MakeItem({{"pk", S(std::string(2048, 'x'))}}).view()));
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, MakeItem({{"pk", S(std::string(2049, 'x'))}}).view())),
            texts::kPartitionKeyTooLarge);
}

TEST(Keys, IndexKeysAreCheckedWhenThere) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  const auto table = Published(settings);
  EXPECT_TRUE(RowKeyOfItem(*table, MakeItem({{"pk", S("a")}}).view()));
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, MakeItem({{"pk", S("a")}, {"gk", N(1)}}).view())),
            "One or more parameter values were invalid: Type mismatch for Index Key gk Expected: S "
            "Actual: N IndexName: g");
  const auto empty = MakeItem({{"pk", S("a")}, {"gk", S("")}});
  EXPECT_EQ(MessageOf(RowKeyOfItem(*table, empty.view())),
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: g, IndexKey: gk");
  EXPECT_EQ(CheckUpdatedIndexKeys(*table, nullptr, empty.view()).error().message,
            "One or more parameter values are not valid. The update expression attempted to update "
            "a secondary index key to a value that is not supported. The AttributeValue for a key "
            "attribute cannot contain an empty string value.");
}

TEST(Keys, AnIndexHoldsOnlyItemsWithAllItsKeys) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "a")};
  settings.indexes[0].hash_keys.push_back({"b", item::Type::kString});
  settings.indexes[0].range_keys = {{"c", item::Type::kNumber}};
  const auto table = Published(settings);
  const auto& index = (*table)->indexes[0];
  const auto whole = MakeItem({{"pk", S("p")}, {"a", S("1")}, {"b", S("2")}, {"c", N(3)}});
  EXPECT_TRUE(IndexKeyOf(*table, index, whole.view()));
  EXPECT_FALSE(
      IndexKeyOf(*table, index, MakeItem({{"pk", S("p")}, {"a", S("1")}, {"b", S("2")}}).view()));
  EXPECT_FALSE(
      IndexKeyOf(*table, index, MakeItem({{"pk", S("p")}, {"a", S("1")}, {"c", N(3)}}).view()));
}

// Items older than the index may have any values there.
TEST(Keys, AnIndexHoldsNoItemWithInvalidKeys) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "a")};
  settings.indexes[0].range_keys = {{"c", item::Type::kString}, {"d", item::Type::kString}};
  const auto table = Published(settings);
  const auto key_of = [&](item::Tree a, const std::string& c, const std::string& d) {
    const auto item = MakeItem({{"pk", S("p")}, {"a", std::move(a)}, {"c", S(c)}, {"d", S(d)}});
    return IndexKeyOf(*table, (*table)->indexes[0], item.view());
  };
  EXPECT_TRUE(key_of(S("x"), std::string(1000, 'c'), std::string(24, 'd')));
  EXPECT_FALSE(key_of(S("x"), std::string(1000, 'c'), std::string(25, 'd')));
  EXPECT_FALSE(key_of(S(std::string(2049, 'a')), "c", "d"));
  EXPECT_FALSE(key_of(N(1), "c", "d"));
  EXPECT_FALSE(key_of({item::Tree::List{}}, "c", "d"));
  EXPECT_FALSE(key_of(S("x"), "", "d"));
}

// An update is not refused for invalid values that it did not change.
TEST(Keys, AnUpdateIsCheckedOnlyForItsChanges) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "a")};
  settings.indexes[0].range_keys = {{"c", item::Type::kString}};
  const auto table = Published(settings);
  const auto check = [&](const item::Item& stored, const item::Item& item) {
    const auto view = stored.view();
    return CheckUpdatedIndexKeys(*table, &view, item.view()).has_value();
  };
  const auto mistyped = MakeItem({{"pk", S("p")}, {"a", N(1)}});
  EXPECT_TRUE(check(mistyped, MakeItem({{"pk", S("p")}, {"a", N(1)}, {"n", N(1)}})));
  EXPECT_TRUE(check(mistyped, MakeItem({{"pk", S("p")}, {"a", S("x")}})));
  EXPECT_FALSE(check(mistyped, MakeItem({{"pk", S("p")}, {"a", N(2)}})));
  EXPECT_FALSE(check(mistyped, MakeItem({{"pk", S("p")}, {"a", N(1)}, {"c", N(1)}})));
  const auto large = MakeItem({{"pk", S("p")}, {"a", S(std::string(2049, 'a'))}});
  EXPECT_TRUE(
      check(large, MakeItem({{"pk", S("p")}, {"a", S(std::string(2049, 'a'))}, {"n", N(1)}})));
  EXPECT_FALSE(check(large, MakeItem({{"pk", S("p")}, {"a", S(std::string(2050, 'a'))}})));
  EXPECT_FALSE(CheckUpdatedIndexKeys(*table, nullptr, mistyped.view()));
}

// Writes may give its key attributes any values.
TEST(Keys, AnIndexBeingDeletedRefusesNothing) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  settings.indexes[0].state = catalog::IndexState::kDeleting;
  EXPECT_TRUE(RowKeyOfItem(*Published(settings), MakeItem({{"pk", S("a")}, {"gk", N(1)}}).view()));
}

TEST(Keys, TheTablesKeyDistinguishesEqualIndexKeys) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  const auto table = Published(settings);
  const auto& index = (*table)->indexes[0];
  const auto one = IndexKeyOf(*table, index, MakeItem({{"pk", S("a")}, {"gk", S("x")}}).view());
  const auto two = IndexKeyOf(*table, index, MakeItem({{"pk", S("b")}, {"gk", S("x")}}).view());
  ASSERT_TRUE(one && two);
  EXPECT_LT(*one, *two);
}

}  // namespace
}  // namespace stator::table
