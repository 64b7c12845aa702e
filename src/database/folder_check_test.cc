#include "database/folder_check.h"

#include <future>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "database/database.h"
#include "item/row.h"
#include "storage/rocksdb/testing/temporary_folder.h"
#include "table/testing.h"

namespace stator::database {
namespace {

using table::testing::MakeItem;
using table::testing::S;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Has a folder with a table of one global index, and damages it without the database.
class FolderCheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    DatabaseOptions options;
    options.data_folder = folder_.path();
    const auto database = *Database::Open(options);
    auto settings = table::testing::KeyedTable("Music");
    settings.indexes.push_back(table::testing::GlobalIndex("ByYear", "year"));
    const auto created = database->store().queue().Change(
        [&](catalog::Catalog& catalog) { return catalog.PlanCreate(settings); });
    ASSERT_TRUE(created.has_value());
    table_ = *created;
    for (const char* key : {"a", "b", "c"}) Put(*database, key);
  }

  void Put(Database& database, const std::string& key) {
    const auto item = MakeItem({{"pk", S(key)}, {"year", S("1999")}});
    std::promise<bool> done;
    database.Submit(table::testing::PutCommand(table_, item),
                    [&done](const auto& written) { done.set_value(written.has_value()); });
    ASSERT_TRUE(done.get_future().get());
  }

  void Change(storage::Mutation change) const {
    const auto store = *storage::OpenRocksDb({.path = folder_.path()});
    const storage::Commit commit{.number = 1U << 20U, .changes = {std::move(change)}};
    ASSERT_TRUE(store->Apply({&commit, 1}).has_value());
  }

  storage::KeyedEntry FirstOf(storage::Space space) const {
    const auto store = *storage::OpenRocksDb({.path = folder_.path()});
    return store->Read(space, {}, {})->entries.front();
  }

  std::vector<std::string> Problems() const {
    std::vector<std::string> problems;
    const auto summary = CheckFolder(
        folder_.path(), [&](const FolderProblem& problem) { problems.push_back(problem.text); });
    EXPECT_TRUE(summary.has_value());
    EXPECT_EQ(summary->tables, 1U);
    EXPECT_EQ(summary->problems, problems.size());
    return problems;
  }

  storage::Space index() const { return (*table_)->indexes.front().space; }

  const storage::testing::TemporaryFolder folder_;
  catalog::TablePtr table_;
};

TEST_F(FolderCheckTest, ASoundFolderHasNoProblems) { EXPECT_THAT(Problems(), IsEmpty()); }

TEST_F(FolderCheckTest, AMissingEntryIsDetected) {
  Change({{index(), FirstOf(index()).key}, std::nullopt});
  EXPECT_THAT(Problems(), Contains(HasSubstr("an item has no entry in index ByYear")));
}

TEST_F(FolderCheckTest, AStaleEntryIsDetected) {
  Change({{index(), FirstOf(index()).key + "x"}, FirstOf(index()).value});
  EXPECT_THAT(Problems(), Contains(HasSubstr("index ByYear holds 1 entry without an item")));
}

TEST_F(FolderCheckTest, ADifferentEntryIsDetected) {
  const auto entry = FirstOf(index());
  const auto other = MakeItem({{"pk", S("a")}, {"year", S("2000")}});
  Bytes row;
  item::AppendRow({.size = 9, .written = 1}, other.view(), row);
  Change({{index(), entry.key}, row});
  EXPECT_THAT(Problems(), Contains(HasSubstr("the entry of an item in index ByYear differs")));
}

TEST_F(FolderCheckTest, AWrongCountIsDetected) {
  Change({{(*table_)->rows, FirstOf((*table_)->rows).key}, std::nullopt});
  const auto problems = Problems();
  EXPECT_THAT(problems, Contains(HasSubstr("the stored counts say 3 items")));
  EXPECT_THAT(problems, Contains(HasSubstr("without an item")));
}

TEST_F(FolderCheckTest, AnUnreadableItemIsDetected) {
  Change({{(*table_)->rows, FirstOf((*table_)->rows).key}, Bytes("\xff\xff")});
  EXPECT_THAT(Problems(), Contains(HasSubstr("an item cannot be decoded")));
}

}  // namespace
}  // namespace stator::database
