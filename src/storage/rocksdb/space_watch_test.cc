#include "storage/rocksdb/space_watch.h"

#include <memory>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/testing/faulty_disk.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage {
namespace {

constexpr std::int64_t kMiB = 1024 * 1024;

// A database with about two megabytes in one table file. The test chooses the disk's free space.
class SpaceWatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* opened = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, folder_.path() + "/db", &opened).ok());
    db_.reset(opened);
    std::mt19937_64 random(1);
    std::string value(4096, '\0');
    for (int i = 0; i < 512; ++i) {
      for (char& byte : value) byte = static_cast<char>(random());
      ASSERT_TRUE(db_->Put({}, std::to_string(i), value).ok());
    }
    ASSERT_TRUE(db_->Flush({}).ok());
  }

  bool IsLowWith(std::int64_t free_bytes) {
    disk_.SetFreeBytes(free_bytes);
    watch_.Look(*db_);
    return health_->is_low_on_space();
  }

  const testing::TemporaryFolder folder_;
  testing::FaultyDisk disk_;
  std::unique_ptr<rocksdb::DB> db_;
  const std::shared_ptr<RocksDbHealth> health_ = std::make_shared<RocksDbHealth>(
      /*log=*/nullptr, std::make_shared<DamageNote>(/*log=*/nullptr));
  SpaceWatch watch_{{.disk = disk_.hook()->file_system,
                     .path = folder_.path() + "/db",
                     .reserve_bytes_max = 512 * kMiB,
                     .health = health_}};
};

TEST_F(SpaceWatchTest, TheReserveCoversTheStoredBytes) {
  EXPECT_FALSE(IsLowWith(4 * kMiB));
  EXPECT_TRUE(IsLowWith(2 * kMiB));
  EXPECT_FALSE(IsLowWith(4 * kMiB));
}

// The reserve exists for compactions. Writes are not refused because one is running.
TEST_F(SpaceWatchTest, ARunningCompactionMaySpendTheReserve) {
  ASSERT_FALSE(IsLowWith(4 * kMiB));
  ASSERT_TRUE(watch_.TakeForCompaction(2 * kMiB));
  EXPECT_FALSE(IsLowWith(2 * kMiB));
  watch_.EndCompaction(2 * kMiB);
  EXPECT_TRUE(IsLowWith(2 * kMiB));
}

TEST_F(SpaceWatchTest, ACompactionDoesNotUseTheRoomOfTheLog) {
  ASSERT_FALSE(IsLowWith(4 * kMiB));
  EXPECT_FALSE(watch_.TakeForCompaction(4 * kMiB));
  EXPECT_TRUE(watch_.TakeForCompaction(3 * kMiB));
}

}  // namespace
}  // namespace stator::storage
