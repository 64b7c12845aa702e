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

  // What the commit queue does with a change, without the queue.
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

TEST_F(CatalogTest, ReplacingRaisesTheEpochAndRetiresTheOldDescriptor) {
  const auto old = Create("t");
  auto settings = old->settings();
  settings.stream = {.enabled = true, .label = "l"};
  CarryOut(catalog_->PlanReplace(*old, settings));
  const auto table = catalog_->Find("t");
  EXPECT_EQ((*table)->epoch, (*old)->epoch + 1);
  EXPECT_FALSE(old->current());
  EXPECT_TRUE(table->current());
  EXPECT_NE((*table)->stream.log, 0U);
}

TEST_F(CatalogTest, AStreamEnabledAnewDropsTheLogBefore) {
  auto settings = Create("t")->settings();
  settings.stream = {.enabled = true, .label = "first"};
  CarryOut(catalog_->PlanReplace(*catalog_->Find("t"), settings));
  const auto log = (*catalog_->Find("t"))->stream.log;
  settings.stream = {.enabled = true, .label = "second"};
  const auto change = catalog_->PlanReplace(*catalog_->Find("t"), settings);
  ASSERT_EQ(change.drops.size(), 1U);
  EXPECT_EQ(change.drops[0].space, log);
  EXPECT_NE(change.publish->settings().stream.log, log);
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

TEST(Statistics, TheDocumentsVectorsHoldBothWays) {
  const std::vector<TableStatistics> expected{{{16, {2, 300}}}, {{16, {2, 300}}, {17, {1, 40}}}};
  const auto rows = stator::testing::FormatTable("catalog.md", "| space, entries, bytes | bytes |");
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto hex = stator::testing::Code(rows[i][1]);
    EXPECT_EQ(stator::testing::ToHex(EncodeStatistics(expected[i])), hex);
    EXPECT_EQ(*DecodeStatistics(stator::testing::FromHex(hex)), expected[i]);
  }
}

TEST(TableNames, AnArnStandsForItsTable) {
  EXPECT_EQ(TableNameIn("t"), "t");
  EXPECT_EQ(TableNameIn("arn:aws:dynamodb:eu-west-1:1:table/t"), "t");
  EXPECT_EQ(TableNameIn("arn:aws:dynamodb:eu-west-1:1:table/t/index/g"), std::nullopt);
  EXPECT_EQ(TableNameIn("arn:aws:s3:::bucket"), std::nullopt);
}

}  // namespace
}  // namespace stator::catalog
