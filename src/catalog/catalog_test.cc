#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include "storage/memory/memory_engine.h"
#include "support/format_vectors.h"

namespace stator::catalog {
namespace {

class CatalogTest : public ::testing::Test {
 protected:
  CatalogTest() { Reload(); }

  void Reload() { catalog_ = std::move(*Catalog::Load(*engine_)); }

  // Commits and publishes a change, as the commit queue does.
  void CarryOut(const Change& change) {
    storage::Commit commit{.number = ++number_, .changes = change.mutations, .drops = change.drops};
    ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
    catalog_->Publish(change);
  }

  TablePtr Create(const std::string& name) {
    TableSettings settings;
    settings.name = name;
    settings.partition_key = {"pk", item::Type::kString};
    settings.definitions = {settings.partition_key};
    settings.partitions = {{1, Bytes()}};
    CarryOut(catalog_->PlanCreate(std::move(settings)));
    return catalog_->Find(name);
  }

  std::unique_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<Catalog> catalog_;
  storage::CommitNumber number_ = 0;
};

TEST_F(CatalogTest, TablesSurviveReloading) {
  const auto table = Create("t");
  Reload();
  const auto again = catalog_->Find("t");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->settings(), table->settings());
}

TEST_F(CatalogTest, SpacesAreNeverUsedTwice) {
  const auto first = Create("a");
  Change drop;
  Catalog::AddDrop(first, drop);
  CarryOut(drop);
  const auto second = Create("a");
  EXPECT_GT((*second)->rows, (*first)->rows);
  EXPECT_GT((*second)->number, (*first)->number);
  Reload();
  EXPECT_GT((*Create("b"))->rows, (*second)->rows);
}

TEST_F(CatalogTest, ReplacingRaisesTheEpochAndSupersedesTheOldDescriptor) {
  const auto old = Create("t");
  auto settings = old->settings();
  settings.stream = {.enabled = true, .label = "l"};
  CarryOut(catalog_->PlanReplace(*old, settings));
  const auto table = catalog_->Find("t");
  EXPECT_EQ((*table)->epoch, (*old)->epoch + 1);
  EXPECT_FALSE(old->current());
  EXPECT_TRUE(table->current());
}

TEST_F(CatalogTest, StreamsSurviveReloadingUntilTheyAreDropped) {
  StreamSettings settings{.arn = "a/stream/1", .label = "1"};
  settings.partition_key = {"pk", item::Type::kString};
  settings.shards = {{.number = 1, .log = 40}, {.number = 2, .log = 41}};
  Change added;
  Catalog::AddStream(settings, added);
  settings.arn = "a/stream/2";
  Catalog::AddStream(settings, added);
  CarryOut(added);
  Reload();
  EXPECT_EQ(catalog_->stream_count(), 2U);
  ASSERT_TRUE(catalog_->FindStream("a/stream/2"));
  EXPECT_EQ(catalog_->FindStream("a/stream/2")->settings(), settings);
  ASSERT_EQ(catalog_->ListStreams("a/stream/1", 10).size(), 1U);
  EXPECT_EQ(catalog_->ListStreams("", 1).size(), 1U);
  Change dropped;
  Catalog::AddStreamDrop(catalog_->FindStream("a/stream/2"), dropped);
  ASSERT_EQ(dropped.drops.size(), 2U);
  EXPECT_EQ(dropped.drops[1].space, 41U);
  CarryOut(dropped);
  EXPECT_FALSE(catalog_->FindStream("a/stream/2"));
  Reload();
  EXPECT_EQ(catalog_->stream_count(), 1U);
}

TEST_F(CatalogTest, DroppingAnIndexDropsItsSpaceAndCounts) {
  const auto table = Create("t");
  auto settings = table->settings();
  settings.indexes.push_back({.name = "g", .state = IndexState::kDeleting});
  CarryOut(catalog_->PlanReplace(*table, settings));
  ASSERT_EQ(catalog_->Unsettled().size(), 1U);
  const auto with = catalog_->Unsettled().front();
  const auto space = with->settings().indexes[0].space;
  Change counted;
  catalog_->AddCounts(*with, {{(*with)->rows, {1, 10}}, {space, {1, 5}}}, counted);
  CarryOut(counted);
  EXPECT_EQ(catalog_->StatisticsOf(*with, space), (SpaceStatistics{1, 5}));

  const auto change = catalog_->PlanReplace(*with, table->settings());
  ASSERT_EQ(change.drops.size(), 1U);
  EXPECT_EQ(change.drops[0].space, space);
  CarryOut(change);
  EXPECT_TRUE(catalog_->Unsettled().empty());
  Reload();
  const auto without = catalog_->Find("t");
  EXPECT_EQ(catalog_->StatisticsOf(*without, space), SpaceStatistics{});
  EXPECT_EQ(catalog_->StatisticsOf(*without, (*without)->rows), (SpaceStatistics{1, 10}));
}

TEST_F(CatalogTest, ABackfillsPositionIsStoredUntilItEnds) {
  const auto table = Create("t");
  auto settings = table->settings();
  settings.indexes.push_back({.name = "g", .state = IndexState::kBackfilling});
  CarryOut(catalog_->PlanReplace(*table, settings));
  Change change;
  Catalog::AddBackfill(*catalog_->Find("t"), {.next = "ab", .rows = 3}, change);
  CarryOut(change);
  Reload();
  ASSERT_EQ(catalog_->Unsettled().size(), 1U);
  EXPECT_EQ(catalog_->BackfillOf(*catalog_->Find("t")), (BackfillProgress{"ab", 3}));
  settings = catalog_->Find("t")->settings();
  settings.indexes[0].state = IndexState::kActive;
  CarryOut(catalog_->PlanReplace(*catalog_->Find("t"), settings));
  EXPECT_EQ(catalog_->BackfillOf(*catalog_->Find("t")), BackfillProgress{});
  Reload();
  EXPECT_EQ(catalog_->BackfillOf(*catalog_->Find("t")), BackfillProgress{});
}

TEST_F(CatalogTest, ListsByNameStrictlyAfter) {
  for (const auto* name : {"b", "a", "c"}) Create(name);
  std::string names;
  for (const auto& table : catalog_->List("a", 10)) names += (*table)->name;
  EXPECT_EQ(names, "bc");
  EXPECT_EQ(catalog_->List("", 2).size(), 2U);
}

TEST_F(CatalogTest, CountsAddUpAndSurviveReloading) {
  const auto table = Create("t");
  const auto rows = (*table)->rows;
  for (const Catalog::Deltas& deltas :
       {Catalog::Deltas{{rows, {2, 300}}}, Catalog::Deltas{{rows, {-1, -100}}}}) {
    CarryOut(Change{.mutations = {catalog_->PlanStatistics(*table, deltas)}});
    catalog_->PublishStatistics(*table, deltas);
  }
  EXPECT_EQ(catalog_->StatisticsOf(*table, rows), (SpaceStatistics{1, 200}));
  Reload();
  EXPECT_EQ(catalog_->StatisticsOf(*catalog_->Find("t"), rows), (SpaceStatistics{1, 200}));
}

TEST_F(CatalogTest, UnreadableEntriesStopTheStart) {
  storage::Commit commit{.number = ++number_, .changes = {{{kCatalogSpace, "table"}, "junk"}}};
  ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
  const auto loaded = Catalog::Load(*engine_);
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().code, ErrorCode::kCorruption);
}

TEST_F(CatalogTest, TheClockSurvivesReloading) {
  EXPECT_EQ(catalog_->clock_rule(), ClockRule());
  const ClockRule rule{3, 4, 5, true};
  storage::Commit commit{
      .number = ++number_,
      .changes = {Catalog::PlanClock(rule), Catalog::PlanLastCommit(number_, 77)}};
  ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
  Reload();
  EXPECT_EQ(catalog_->clock_rule(), rule);
  EXPECT_EQ(catalog_->last_commit(), number_);
  EXPECT_EQ(catalog_->last_time(), 77);
}

TEST_F(CatalogTest, AStoreFromBeforeTheClockHasNoTime) {
  storage::Commit commit{
      .number = ++number_,
      .changes = {{{kCatalogSpace, "c"}, stator::testing::FromHex("0000000000000007")}}};
  ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
  Reload();
  EXPECT_EQ(catalog_->last_commit(), 7U);
  EXPECT_EQ(catalog_->last_time(), 0);
}

TEST(Statistics, DocumentedVectorsRoundTrip) {
  const std::vector<TableStatistics> expected{{{16, {2, 300}}}, {{16, {2, 300}}, {17, {1, 40}}}};
  const auto rows = stator::testing::FormatTable("catalog.md", "| space, entries, bytes | bytes |");
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto hex = stator::testing::Code(rows[i][1]);
    EXPECT_EQ(stator::testing::ToHex(EncodeStatistics(expected[i])), hex);
    EXPECT_EQ(*DecodeStatistics(stator::testing::FromHex(hex)), expected[i]);
  }
}

TEST(BackfillProgress, DocumentedVectorsRoundTrip) {
  const std::vector<BackfillProgress> expected{{}, {.next = "ab", .rows = 258}};
  const auto rows = stator::testing::FormatTable("catalog.md", "| rows, next | bytes |");
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto hex = stator::testing::Code(rows[i][1]);
    EXPECT_EQ(stator::testing::ToHex(EncodeBackfillProgress(expected[i])), hex);
    EXPECT_EQ(*DecodeBackfillProgress(stator::testing::FromHex(hex)), expected[i]);
  }
  EXPECT_FALSE(DecodeBackfillProgress(stator::testing::FromHex("01000000000000")).has_value());
}

TEST(RemoveIndex, RemovesDefinitionsThatNothingElseUses) {
  TableSettings settings;
  settings.partition_key = {"pk", item::Type::kString};
  settings.definitions = {
      {"pk", item::Type::kString}, {"a", item::Type::kString}, {"b", item::Type::kNumber}};
  settings.indexes.resize(2);
  settings.indexes[0] = {.name = "one", .hash_keys = {settings.definitions[1]}};
  settings.indexes[1] = {.name = "two",
                         .hash_keys = {settings.definitions[1]},
                         .range_keys = {settings.definitions[2]}};
  RemoveIndex("two", settings);
  ASSERT_EQ(settings.indexes.size(), 1U);
  EXPECT_EQ(settings.indexes[0].name, "one");
  ASSERT_EQ(settings.definitions.size(), 2U);
  EXPECT_EQ(settings.definitions[1].name, "a");
}

TEST(TableNames, AnArnNamesItsTable) {
  EXPECT_EQ(TableNameIn("t"), "t");
  EXPECT_EQ(TableNameIn("arn:aws:dynamodb:eu-west-1:1:table/t"), "t");
  EXPECT_EQ(TableNameIn("arn:aws:dynamodb:eu-west-1:1:table/t/index/g"), std::nullopt);
  EXPECT_EQ(TableNameIn("arn:aws-cn:dynamodb:cn-north-1:1:table/t"), "t");
  EXPECT_EQ(TableNameIn("arn:aws:s3:::bucket"), std::nullopt);
  EXPECT_EQ(TableNameIn("arn:aws:s3:eu-west-1:1:table/t"), std::nullopt);
  EXPECT_EQ(TableNameIn("arn:aws:dynamodb:eu-west-1:1:x:table/t"), std::nullopt);
  EXPECT_EQ(TableNameIn("arn:aws:dynamodb:table/t"), std::nullopt);
}

}  // namespace
}  // namespace stator::catalog
