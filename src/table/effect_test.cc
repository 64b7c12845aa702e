#include "table/effect.h"

#include <gtest/gtest.h>

#include "item/row.h"
#include "table/change_record.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::GlobalIndex;
using testing::KeyedTable;
using testing::LocalIndex;
using testing::MakeItem;
using testing::N;
using testing::Published;
using testing::PutCommand;
using testing::S;
using testing::SortedTable;

constexpr TimeMicros kNow = 1'700'000'000'000'000;

Bytes RowOf(const item::Item& item) {
  Bytes row;
  item::AppendRow({.size = static_cast<std::uint32_t>(item.view().Size()), .written = 1},
                  item.view(), row);
  return row;
}

// The half units of the table, then those of each index touched.
std::vector<HalfUnits> UnitsOf(const Effect& effect) {
  std::vector<HalfUnits> units{effect.written.units.table};
  for (const auto& [index, half] : effect.written.units.indexes) units.push_back(half);
  return units;
}

std::optional<catalog::SpaceStatistics> StatisticsOf(const Effect& effect, storage::Space space) {
  for (const auto& [each, statistics] : effect.statistics) {
    if (each == space) return statistics;
  }
  return std::nullopt;
}

Effect PutOver(const catalog::TablePtr& table, const std::optional<item::Item>& stored,
               const item::Item& item) {
  std::optional<Bytes> row;
  if (stored) row = RowOf(*stored);
  auto command = PutCommand(table, item);
  command.wanted = {.old_image = true, .new_image = true};
  auto effect = Work(command, row ? std::optional<BytesView>(*row) : std::nullopt, kNow);
  EXPECT_TRUE(effect.has_value());
  return std::move(*effect);
}

TEST(Effect, AFirstPutWritesTheRowAndCountsIt) {
  const auto table = Published(KeyedTable("t"));
  const auto item = MakeItem({{"pk", S("a")}, {"n", N(1)}});
  const auto effect = PutOver(table, std::nullopt, item);
  ASSERT_EQ(effect.changes.size(), 1U);
  const auto row = item::DecodeRow(*effect.changes[0].value);
  ASSERT_TRUE(row.has_value());
  EXPECT_EQ(row->item, item.view());
  EXPECT_EQ(row->header.size, item.view().Size());
  EXPECT_EQ(row->header.written, kNow);
  EXPECT_EQ(StatisticsOf(effect, 100), (catalog::SpaceStatistics{1, 6}));
  EXPECT_FALSE(effect.written.old_image);
  EXPECT_EQ(effect.written.new_image, item);
  EXPECT_FALSE(effect.record);
}

TEST(Effect, AnEqualItemChangesNothingButCosts) {
  const auto table = Published(KeyedTable("t"));
  const auto item = MakeItem({{"pk", S("a")}, {"s", S(std::string(2000, 'x'))}});
  const auto effect = PutOver(table, item, item);
  EXPECT_TRUE(effect.changes.empty());
  EXPECT_TRUE(effect.statistics.empty());
  EXPECT_EQ(UnitsOf(effect), (std::vector<HalfUnits>{4}));
}

TEST(Effect, TheLargerImageIsBilled) {
  const auto table = Published(KeyedTable("t"));
  const auto small = MakeItem({{"pk", S("a")}});
  const auto large = MakeItem({{"pk", S("a")}, {"s", S(std::string(3000, 'x'))}});
  EXPECT_EQ(UnitsOf(PutOver(table, small, large)), (std::vector<HalfUnits>{6}));
  EXPECT_EQ(UnitsOf(PutOver(table, large, small)), (std::vector<HalfUnits>{6}));
}

// Checks the five rows on index writes in facts 6.1.
TEST(Effect, IndexUnitsFollowTheProjectedEntry) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  settings.indexes[0].projection = catalog::ProjectionKind::kKeysOnly;
  const auto table = Published(settings);
  const auto absent = MakeItem({{"pk", S("a")}, {"v", N(1)}});
  const auto present = MakeItem({{"pk", S("a")}, {"gk", S("x")}, {"v", N(1)}});
  const auto same_entry = MakeItem({{"pk", S("a")}, {"gk", S("x")}, {"v", N(2)}});
  const auto moved = MakeItem({{"pk", S("a")}, {"gk", S("y")}, {"v", N(1)}});
  const auto changed = MakeItem({{"pk", S("a")}, {"v", N(2)}});
  EXPECT_EQ(UnitsOf(PutOver(table, absent, changed)), (std::vector<HalfUnits>{2}));
  EXPECT_EQ(UnitsOf(PutOver(table, absent, present)), (std::vector<HalfUnits>{2, 2}));
  EXPECT_EQ(UnitsOf(PutOver(table, present, absent)), (std::vector<HalfUnits>{2, 2}));
  EXPECT_EQ(UnitsOf(PutOver(table, present, same_entry)), (std::vector<HalfUnits>{2}));
  EXPECT_EQ(UnitsOf(PutOver(table, present, moved)), (std::vector<HalfUnits>{2, 4}));
}

TEST(Effect, AMovedIndexEntryIsDeletedAndPut) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  const auto table = Published(settings);
  const auto before = MakeItem({{"pk", S("a")}, {"gk", S("x")}});
  const auto after = MakeItem({{"pk", S("a")}, {"gk", S("y")}});
  const auto effect = PutOver(table, before, after);
  ASSERT_EQ(effect.changes.size(), 3U);
  EXPECT_EQ(effect.changes[0].address.space, 100U);  // the row comes first
  EXPECT_FALSE(effect.changes[1].value);
  EXPECT_EQ(effect.changes[1].address.key, IndexKeyOf(*table, (*table)->indexes[0], before.view()));
  ASSERT_TRUE(effect.changes[2].value);
  EXPECT_EQ(effect.changes[2].address.key, IndexKeyOf(*table, (*table)->indexes[0], after.view()));
  EXPECT_EQ(StatisticsOf(effect, 101), (catalog::SpaceStatistics{0, 0}));
}

TEST(Effect, OnlyIncludedAttributesAreProjected) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  settings.indexes[0].projection = catalog::ProjectionKind::kInclude;
  settings.indexes[0].included = {"keep"};
  const auto table = Published(settings);
  const auto item = MakeItem({{"pk", S("a")}, {"gk", S("x")}, {"keep", N(1)}, {"drop", N(2)}});
  const auto effect = PutOver(table, std::nullopt, item);
  const auto entry = item::DecodeRow(*effect.changes.at(1).value);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->item, MakeItem({{"pk", S("a")}, {"gk", S("x")}, {"keep", N(1)}}).view());
}

TEST(Effect, AStreamGetsTheImagesItsViewWants) {
  const auto before = MakeItem({{"pk", S("a")}, {"v", N(1)}});
  const auto after = MakeItem({{"pk", S("a")}, {"v", N(2)}});
  using View = catalog::StreamView;
  for (const auto view :
       {View::kKeysOnly, View::kNewImage, View::kOldImage, View::kNewAndOldImages}) {
    auto settings = KeyedTable("t");
    settings.stream = {.enabled = true, .view = view, .label = "l"};
    const auto table = Published(settings);
    const auto effect = PutOver(table, before, after);
    ASSERT_TRUE(effect.record);
    EXPECT_EQ(effect.record->log, (*table)->stream.shards[0].log);
    const auto record = DecodeChangeRecord(effect.record->value);
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->event, ChangeRecord::Event::kModify);
    EXPECT_EQ(record->keys, MakeItem({{"pk", S("a")}}).view());
    EXPECT_EQ(record->old_image.has_value(),
              view == View::kOldImage || view == View::kNewAndOldImages);
    EXPECT_EQ(record->new_image.has_value(),
              view == View::kNewImage || view == View::kNewAndOldImages);
    EXPECT_FALSE(PutOver(table, after, after).record) << "a write that changes nothing is no event";
  }
}

TEST(Effect, UnwantedImagesAreNotKept) {
  const auto table = Published(KeyedTable("t"));
  const auto item = MakeItem({{"pk", S("a")}});
  const auto row = RowOf(MakeItem({{"pk", S("a")}, {"n", N(1)}}));
  const auto effect = Work(PutCommand(table, item), row, kNow);
  ASSERT_TRUE(effect.has_value());
  EXPECT_FALSE(effect->written.old_image);
  EXPECT_FALSE(effect->written.new_image);
}

// A collection holds the item and its entries in local indexes, but not those in global ones.
TEST(Effect, ACollectionGrowsByItemAndLocalEntries) {
  auto settings = SortedTable("t");
  settings.indexes = {LocalIndex("all", "l"), LocalIndex("keys", "l"), GlobalIndex("g", "l")};
  settings.indexes[1].projection = catalog::ProjectionKind::kKeysOnly;
  const auto table = Published(settings);
  const auto outside = MakeItem({{"pk", S("a")}, {"sk", N(1)}, {"v", S("xyz")}});
  const auto inside = MakeItem({{"pk", S("a")}, {"sk", N(1)}, {"v", S("xyz")}, {"l", S("k")}});
  EXPECT_EQ(outside.view().Size(), 11U);
  EXPECT_EQ(PutOver(table, std::nullopt, outside).collection_delta, 11);
  EXPECT_EQ(PutOver(table, std::nullopt, inside).collection_delta, 13 + 13 + 9);
  EXPECT_EQ(PutOver(table, inside, outside).collection_delta, 11 - 13 - 13 - 9);
  EXPECT_EQ(PutOver(table, inside, inside).collection_delta, 0);
}

TEST(Effect, UnitsOfSeveralWritesAddUp) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk"), GlobalIndex("h", "hk")};
  const auto table = Published(settings);
  const auto again = Published(settings);
  UnitsUsed sum;
  sum.Add({2, {{&(*table)->indexes[1], 4}}});
  sum.Add({6, {{&(*again)->indexes[0], 2}, {&(*again)->indexes[1], 2}}});
  EXPECT_EQ(sum.table, 8);
  ASSERT_EQ(sum.indexes.size(), 2U);
  EXPECT_EQ(sum.indexes[0], std::pair(&(*table)->indexes[1], HalfUnits{6}));
  EXPECT_EQ(sum.indexes[1], std::pair(&(*again)->indexes[0], HalfUnits{2}));
  EXPECT_EQ(sum.Total(), 16);
}

TEST(Effect, ADecisionThatFailsHasNoEffect) {
  const auto table = Published(KeyedTable("t"));
  auto command = PutCommand(table, MakeItem({{"pk", S("a")}}));
  command.decide = [](const item::ItemView*) -> Result<Decision> {
    return Fail(ErrorCode::kConditionalCheckFailedException, "no");
  };
  const auto effect = Work(command, std::nullopt, kNow);
  ASSERT_FALSE(effect.has_value());
  EXPECT_EQ(effect.error().code, ErrorCode::kConditionalCheckFailedException);
}

}  // namespace
}  // namespace stator::table
