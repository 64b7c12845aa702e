#include "database/database.h"

#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "scaling/rows.h"
#include "storage/rocksdb/testing/faulty_disk.h"
#include "storage/rocksdb/testing/temporary_folder.h"
#include "table/keys.h"
#include "table/testing.h"

namespace stator::database {
namespace {

class DatabaseTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<Database>> Open() {
    DatabaseOptions options;
    options.data_folder = folder_.path();
    return Database::Open(options);
  }

  std::unique_ptr<storage::Engine> OpenStore() {
    storage::RocksDbOptions options;
    options.path = folder_.path();
    return *storage::OpenRocksDb(options);
  }
  // Stores a row that cannot be decoded in one of the database's own spaces.
  void Damage(storage::Space space) {
    ASSERT_TRUE(Open().has_value());  // creates the folder and closes it again
    const auto store = OpenStore();
    storage::Commit commit;
    commit.number = 1U << 20U;
    commit.changes.push_back({{space, "damaged"}, Bytes("\xff\xff\xff")});
    ASSERT_TRUE(store->Apply({&commit, 1}).has_value());
  }
  bool IsDamaged(storage::Space space) { return OpenStore()->Get(space, "damaged")->has_value(); }

  const storage::testing::TemporaryFolder folder_;
};

TEST_F(DatabaseTest, StartsANewAccountIfTheStoredOneIsDamaged) {
  Damage(capacity::kAccountSpace);
  ASSERT_TRUE(Open().has_value());
  EXPECT_FALSE(IsDamaged(capacity::kAccountSpace));
  EXPECT_TRUE(Open().has_value());
}

TEST_F(DatabaseTest, StartsWithoutInsightsIfTheyAreDamaged) {
  Damage(observe::kInsightSpace);
  ASSERT_TRUE(Open().has_value());
  EXPECT_FALSE(IsDamaged(observe::kInsightSpace));
  EXPECT_TRUE(Open().has_value());
}

TEST_F(DatabaseTest, InsightsSurviveARestart) {
  observe::InsightSetting setting{.target = {"Orders", ""}, .enabled = true};
  TimeMicros now = 0;
  {
    const auto database = *Open();
    const auto table = database->store().queue().Change(
        [](catalog::Catalog& all) { return all.PlanCreate(table::testing::KeyedTable("Orders")); });
    ASSERT_TRUE(table.has_value());
    setting.table_id = (**table)->id;
    ASSERT_TRUE(database->observation().insights().Change(setting).has_value());
    const auto key = *table::RowKeyOfKey(
        **table, table::testing::MakeItem({{"pk", table::testing::S("hot")}}).view());
    const capacity::Claim claim{.key = key, .units = 2};
    now = database->clock().Now();
    database->observation().insights().Used(
        {.table = **table, .operation = "GetItem", .claims = {&claim, 1}, .now = now});
  }
  const auto database = *Open();
  const auto minute = observe::MinuteOf(now);
  const auto report = database->observation().insights().Report(
      "DynamoDBContributorInsights-PKC-Orders-0", minute, minute + 1, minute);
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->size(), 1);
  EXPECT_EQ(report->front().contributors.front().keys, std::vector<std::string>{"hot"});
}

// Scaling settings state the owner's intent, which cannot be recomputed.
TEST_F(DatabaseTest, DoesNotStartIfScalingIsDamaged) {
  Damage(scaling::kScalingSpace);
  const auto opened = Open();
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, ErrorCode::kStartup);
}

// The background thread probes the disk, so no write is needed to notice that there is room again.
TEST_F(DatabaseTest, ReportsADiskFaultAndHealsWithoutAWrite) {
  using storage::testing::FaultyDisk;
  FaultyDisk disk;
  Log log(LogLevel::kInfo, LogForm::kText);
  DatabaseOptions options;
  options.data_folder = folder_.path();
  options.log = &log;
  options.file_system_hook = disk.hook();
  ::testing::internal::CaptureStderr();
  {
    const auto database = *Database::Open(options);
    EXPECT_EQ(database->store().fault(), "");
    disk.Set(FaultyDisk::Fault::kFullAtOnce);
    for (int i = 0; i < 3; ++i) {
      const auto turned = database->TurnClock({.advance = 1});
      ASSERT_FALSE(turned.has_value());
      EXPECT_EQ(turned.error().code, ErrorCode::kUnavailable);
    }
    EXPECT_NE(database->store().fault(), "");
    disk.Set(FaultyDisk::Fault::kNone);
    while (!database->store().fault().empty()) std::this_thread::yield();
    EXPECT_TRUE(database->TurnClock({.advance = 1}).has_value());
  }
  const std::string lines = ::testing::internal::GetCapturedStderr();
  const auto began = lines.find(" error store-cannot-write reason=\"IO error: No space left");
  const auto healed = lines.find(" info store-writes-again");
  ASSERT_NE(began, std::string::npos) << lines;
  ASSERT_NE(healed, std::string::npos) << lines;
  EXPECT_LT(began, healed);
  EXPECT_EQ(lines.find("store-", healed + 10), std::string::npos) << lines;
}

}  // namespace
}  // namespace stator::database
