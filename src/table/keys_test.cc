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

TEST(Keys, AnItemSaysWhatIsWrongWithItsKey) {
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
  EXPECT_EQ(CheckUpdatedIndexKeys(*table, empty.view()).error().message,
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

TEST(Keys, EqualIndexKeysAreToldApartByTheTablesKey) {
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
