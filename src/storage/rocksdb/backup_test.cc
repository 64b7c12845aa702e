#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/checkpoint.h"
#include "storage/integrity.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/temporary_folder.h"
#include "storage/statistics.h"

namespace stator::storage {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr Space kRows = 20;

class BackupTest : public ::testing::Test {
 protected:
  const testing::TemporaryFolder folder_;
  const std::string data_ = folder_.path() + "/data";
  const std::string copy_ = folder_.path() + "/copy";
  std::unique_ptr<Engine> engine_ = Open(data_);
  CommitNumber last_ = 0;

  static std::unique_ptr<Engine> Open(const std::string& path) {
    // The small budget seals buffers while copies are made.
    auto engine = OpenRocksDb({.path = path, .memory_bytes_max = 4U << 20U});
    EXPECT_TRUE(engine.has_value()) << engine.error().message;
    return engine ? std::move(*engine) : nullptr;
  }

  void WriteOne() {
    const Commit commit{.number = ++last_,
                        .changes = {{{kRows, std::to_string(last_)}, Bytes(8000, 'x')}}};
    ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
  }

  std::string CopyTo(const std::string& target) {
    const auto copied = FindCheckpoint(*engine_)->CopyTo(target);
    return copied ? std::string() : copied.error().message;
  }

  // Returns the number of commits in the store. No commit before the last one may be missing.
  static CommitNumber CommitsIn(Engine& engine) {
    CommitNumber count = 0;
    while (engine.Get(kRows, std::to_string(count + 1))->has_value()) ++count;
    EXPECT_EQ(
        engine.Read(kRows, {}, {.entries_max = SIZE_MAX, .bytes_max = SIZE_MAX})->entries.size(),
        count);
    return count;
  }
};

TEST_F(BackupTest, ACopyHoldsAllAcknowledgedCommits) {
  for (int i = 0; i < 100; ++i) WriteOne();
  ASSERT_EQ(CopyTo(copy_), "");
  for (int i = 0; i < 10; ++i) WriteOne();
  const auto copy = Open(copy_);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(CommitsIn(*copy), 100U);
  EXPECT_FALSE(fs::exists(copy_ + ".partial"));
  EXPECT_EQ(CommitsIn(*engine_), 110U);
}

TEST_F(BackupTest, CopiesUnderLoadHoldAPrefixOfTheCommits) {
  std::atomic<bool> stop = false;
  std::atomic<CommitNumber> acknowledged = 0;
  std::thread writer([&] {
    while (!stop) {
      WriteOne();
      acknowledged = last_;
    }
  });
  for (int i = 0; i < 5; ++i) {
    const std::string target = copy_ + std::to_string(i);
    const CommitNumber before = acknowledged;
    EXPECT_EQ(CopyTo(target), "");
    const auto copy = Open(target);
    if (copy == nullptr) break;
    EXPECT_GE(CommitsIn(*copy), before);
  }
  stop = true;
  writer.join();
}

TEST_F(BackupTest, AnExistingTargetIsNotTouched) {
  fs::create_directory(copy_);
  EXPECT_THAT(CopyTo(copy_), HasSubstr("a file or folder of that name exists"));
  EXPECT_TRUE(fs::is_empty(copy_));
  fs::create_symlink("/nowhere", copy_ + "2");
  EXPECT_THAT(CopyTo(copy_ + "2"), HasSubstr("a file or folder of that name exists"));
}

TEST_F(BackupTest, TargetMustBeAPlainAbsolutePath) {
  EXPECT_THAT(CopyTo("copy"), HasSubstr("absolute path"));
  EXPECT_THAT(CopyTo(""), HasSubstr("absolute path"));
  EXPECT_THAT(CopyTo(copy_ + "/"), HasSubstr("absolute path"));
  EXPECT_THAT(CopyTo(folder_.path() + "/not/there"), HasSubstr("cannot be made"));
}

TEST_F(BackupTest, ACopyDetectsItsOwnLoss) {
  for (int i = 0; i < 10; ++i) WriteOne();
  ASSERT_EQ(CopyTo(copy_), "");
  fs::remove_all(copy_ + "/db");
  const auto copy = OpenRocksDb({.path = copy_});
  ASSERT_FALSE(copy.has_value());
  EXPECT_THAT(copy.error().message, HasSubstr("may have lost acknowledged writes"));
}

TEST_F(BackupTest, AnInterruptedCopyIsRemoved) {
  WriteOne();
  fs::create_directories(data_ + "/BACKUP/db");
  EXPECT_EQ(CopyTo(copy_), "");
  EXPECT_FALSE(fs::exists(data_ + "/BACKUP"));
  fs::create_directories(data_ + "/BACKUP/db");
  engine_ = nullptr;
  engine_ = Open(data_);
  EXPECT_FALSE(fs::exists(data_ + "/BACKUP"));
}

TEST_F(BackupTest, TargetMayBeOnAnotherDisk) {
  const std::string other = "/dev/shm";
  struct stat here{};
  struct stat there{};
  if (::stat(other.c_str(), &there) != 0 || ::stat(data_.c_str(), &here) != 0 ||
      here.st_dev == there.st_dev) {
    GTEST_SKIP() << "there is one disk";
  }
  for (int i = 0; i < 50; ++i) WriteOne();
  const std::string target = fmt::format("{}/stator-backup-{}", other, ::getpid());
  EXPECT_EQ(CopyTo(target), "");
  EXPECT_FALSE(fs::exists(target + ".partial"));
  {
    const auto copy = Open(target);
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(CommitsIn(*copy), 50U);
  }
  fs::create_directory(target + "2.partial");
  EXPECT_THAT(CopyTo(target + "2"), HasSubstr(".partial exists"));
  fs::remove_all(target + "2.partial");
  fs::remove_all(target);
}

TEST_F(BackupTest, DamagedFileIsListedAndNoted) {
  for (int i = 0; i < 10; ++i) WriteOne();
  engine_ = nullptr;
  engine_ = Open(data_);
  EXPECT_THAT(FindIntegrity(*engine_)->DamagedFiles(), IsEmpty());
  engine_ = nullptr;
  for (const auto& entry : fs::directory_iterator(data_ + "/db")) {
    if (entry.path().extension() != ".sst") continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(20);
    file << "sixteen damaged.";
  }
  engine_ = Open(data_);
  EXPECT_EQ(FindStatistics(*engine_)->Statistics().damage, "");
  EXPECT_THAT(FindIntegrity(*engine_)->DamagedFiles(), Not(IsEmpty()));
  EXPECT_FALSE(engine_->Read(kRows, {}, {}).has_value());
  EXPECT_THAT(FindStatistics(*engine_)->Statistics().damage, HasSubstr("Corruption"));
}

}  // namespace
}  // namespace stator::storage
