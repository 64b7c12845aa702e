#include "storage/rocksdb/rocksdb_options.h"

#include <cstdint>
#include <memory>

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage {
namespace {

// RocksDB silently changes options that do not go together. The options behind the engine's
// promises must be in force once the database is open.
TEST(RocksDbOptionsTest, OptionsBehindThePromisesAreInForce) {
  const testing::TemporaryFolder folder;
  rocksdb::DB* opened = nullptr;
  const auto options = TuneRocksDb({.path = folder.path()}, rocksdb::Env::Default(), {});
  ASSERT_TRUE(rocksdb::DB::Open(options, folder.path(), &opened).ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  const rocksdb::DBOptions in_force = db->GetDBOptions();
  EXPECT_EQ(in_force.wal_recovery_mode, rocksdb::WALRecoveryMode::kPointInTimeRecovery);
  EXPECT_EQ(in_force.recycle_log_file_num, 0U);
  EXPECT_TRUE(in_force.paranoid_checks);
  EXPECT_FALSE(in_force.unordered_write);
  EXPECT_FALSE(in_force.manual_wal_flush);
  EXPECT_TRUE(in_force.avoid_flush_during_recovery);
}

TEST(RocksDbOptionsTest, DurabilityDeterminesSync) {
  EXPECT_TRUE(TuneWrites(Durability::kFsync).sync);
  EXPECT_FALSE(TuneWrites(Durability::kOs).sync);
  EXPECT_FALSE(TuneWrites(Durability::kOs).disableWAL);
}

TEST(RocksDbOptionsTest, TinyMemoryBudgetsGetTheMinimum) {
  EXPECT_GE(WriteBufferBytes({.path = "x", .memory_bytes_max = 1}), 1U << 16U);
  EXPECT_LE(WriteBufferBytes({.path = "x", .memory_bytes_max = SIZE_MAX}), 16U << 20U);
}

TEST(RocksDbOptionsTest, AFilterTakesASmallPartOfItsWriteBuffer) {
  for (const std::size_t memory : {std::size_t{1}, RocksDbOptions().memory_bytes_max, SIZE_MAX}) {
    const RocksDbOptions options{.path = "x", .memory_bytes_max = memory};
    const auto tuned = TuneRocksDb(options, rocksdb::Env::Default(), {});
    const double filter_bytes =
        tuned.memtable_prefix_bloom_size_ratio * static_cast<double>(tuned.write_buffer_size);
    EXPECT_GT(filter_bytes, 0);
    EXPECT_LT(filter_bytes, static_cast<double>(WriteBufferBytes(options)) / 20);
  }
}

}  // namespace
}  // namespace stator::storage
