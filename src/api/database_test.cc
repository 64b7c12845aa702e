#include "api/database.h"

#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "scaling/rows.h"

namespace stator::api {
namespace {

class DatabaseTest : public ::testing::Test {
 protected:
  DatabaseTest()
      : folder_(::testing::TempDir() + "stator-database-" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<std::unique_ptr<Database>> Open() {
    DatabaseOptions options;
    options.data_folder = folder_;
    return Database::Open(options);
  }

  std::unique_ptr<storage::Engine> OpenStore() {
    storage::RocksDbOptions options;
    options.path = folder_;
    return *storage::OpenRocksDb(options);
  }
  // Puts a row that nobody wrote where a database keeps rows of its own.
  void Damage(storage::Space space) {
    ASSERT_TRUE(Open().has_value());  // and closed again
    const auto store = OpenStore();
    storage::Commit commit;
    commit.number = 1U << 20U;
    commit.changes.push_back({{space, "damaged"}, Bytes("\xff\xff\xff")});
    ASSERT_TRUE(store->Apply({&commit, 1}).has_value());
  }
  bool IsDamaged(storage::Space space) { return OpenStore()->Get(space, "damaged")->has_value(); }

  const std::string folder_;
};

TEST_F(DatabaseTest, StartsWithANewAccountIfTheOldCannotBeRead) {
  Damage(capacity::kAccountSpace);
  ASSERT_TRUE(Open().has_value());
  EXPECT_FALSE(IsDamaged(capacity::kAccountSpace));
  EXPECT_TRUE(Open().has_value());
}

TEST_F(DatabaseTest, StartsWithoutInsightsIfTheyCannotBeRead) {
  Damage(observe::kInsightSpace);
  ASSERT_TRUE(Open().has_value());
  EXPECT_FALSE(IsDamaged(observe::kInsightSpace));
  EXPECT_TRUE(Open().has_value());
}

// They say what the owner wants done, which nobody else can know.
TEST_F(DatabaseTest, DoesNotStartIfScalingCannotBeRead) {
  Damage(scaling::kScalingSpace);
  const auto opened = Open();
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, ErrorCode::kStartup);
}

}  // namespace
}  // namespace stator::api
