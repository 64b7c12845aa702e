// Tests with a disk that fails and recovers. Acknowledged writes stay, refused writes never appear,
// reads go on, and writes resume by themselves.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/mutex.h"
#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/faulty_disk.h"
#include "storage/rocksdb/testing/temporary_folder.h"
#include "storage/space_guard.h"
#include "storage/statistics.h"

namespace stator::storage {
namespace {

using testing::FaultyDisk;

class FaultyStoreTest : public ::testing::Test {
 protected:
  void SetUp() override { Open(); }

  Result<> TryToOpen() {
    engine_.reset();
    engine_ = TRY(OpenRocksDb({.path = folder_.path() + "/data",
                               .heal_interval = std::chrono::milliseconds(0),
                               .idle_seal_interval = idle_seal_interval_,
                               .file_system_hook = disk_.hook()}));
    return {};
  }

  void Open() {
    const auto opened = TryToOpen();
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
  }

  // Puts a new key and records the outcome.
  ErrorCode Put() {
    const CommitNumber number = ++last_number_;
    const Commit commit{.number = number,
                        .changes = {{{1, KeyOf(number)}, Bytes(value_bytes_, 'x')}}};
    const auto applied = engine_->Apply({&commit, 1});
    if (applied) {
      acknowledged_.push_back(number);
      return kApplied;
    }
    if (applied.error().code == ErrorCode::kUnavailable) refused_.push_back(number);
    return applied.error().code;
  }

  // Puts new keys until one is accepted. Puts are refused until healing ends.
  ErrorCode PutOnceHealed() {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    ErrorCode outcome = Put();
    while (outcome == ErrorCode::kUnavailable && std::chrono::steady_clock::now() < patience) {
      std::this_thread::yield();
      outcome = Put();
    }
    return outcome;
  }

  // Drops an empty space.
  ErrorCode Drop() {
    const Commit commit{.number = ++last_number_, .drops = {{2}}};
    const auto applied = engine_->Apply({&commit, 1});
    return applied ? kApplied : applied.error().code;
  }

  static Bytes KeyOf(CommitNumber number) { return "key" + std::to_string(number); }

  void ExpectKept() {
    for (const CommitNumber number : acknowledged_) {
      const auto entry = engine_->Get(1, KeyOf(number));
      ASSERT_TRUE(entry.has_value()) << entry.error().message;
      EXPECT_TRUE(entry->has_value()) << "acknowledged and lost: " << number;
    }
    for (const CommitNumber number : refused_) {
      const auto entry = engine_->Get(1, KeyOf(number));
      ASSERT_TRUE(entry.has_value()) << entry.error().message;
      EXPECT_FALSE(entry->has_value()) << "refused and there: " << number;
    }
  }

  bool refuses_writes() const { return FindStatistics(*engine_)->Statistics().refuses_writes; }

  // Any code that Apply never returns.
  static constexpr ErrorCode kApplied = ErrorCode::kConflict;

  const testing::TemporaryFolder folder_;
  FaultyDisk disk_;
  std::unique_ptr<Engine> engine_;
  std::size_t value_bytes_ = 1000;
  std::chrono::milliseconds idle_seal_interval_ = std::chrono::hours(1);
  CommitNumber last_number_ = 0;
  std::vector<CommitNumber> acknowledged_;
  std::vector<CommitNumber> refused_;
};

class RocksDbFaultTest : public FaultyStoreTest,
                         public ::testing::WithParamInterface<FaultyDisk::Fault> {};

INSTANTIATE_TEST_SUITE_P(Faults, RocksDbFaultTest,
                         ::testing::Values(FaultyDisk::Fault::kFullAtOnce,
                                           FaultyDisk::Fault::kFullHalfway,
                                           FaultyDisk::Fault::kBrokenLogAppends));

TEST_P(RocksDbFaultTest, RefusesWritesKeepsReadsAndHeals) {
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 5; ++i) ASSERT_EQ(Put(), kApplied) << round;
    disk_.Set(GetParam());
    for (int i = 0; i < 5; ++i) ASSERT_EQ(Put(), ErrorCode::kUnavailable) << round;
    EXPECT_TRUE(refuses_writes());
    ExpectKept();
    disk_.Set(FaultyDisk::Fault::kNone);
    ASSERT_EQ(PutOnceHealed(), kApplied) << "healing, round " << round;
    EXPECT_FALSE(refuses_writes());
    ExpectKept();
  }
  Open();
  ExpectKept();
  EXPECT_EQ(Put(), kApplied);
}

TEST_P(RocksDbFaultTest, RefusedWritesStayAbsentAfterReopeningWithoutHealing) {
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(GetParam());
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  engine_.reset();  // while the disk is still broken, so that nothing can be flushed
  disk_.Set(FaultyDisk::Fault::kNone);
  Open();
  ExpectKept();
  EXPECT_EQ(Put(), kApplied);
}

// The record is longer than the log's buffer, so its beginning is in the file when its end fails.
TEST_P(RocksDbFaultTest, LargeWritesAreRefusedAsAWhole) {
  value_bytes_ = 5U << 20U;
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(GetParam());
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(PutOnceHealed(), kApplied);
  ExpectKept();
  Open();
  ExpectKept();
}

// Healing starts a new log, finishes the old one and then writes a table file. Wherever it is
// interrupted, it must not have finished the refused write.
TEST_P(RocksDbFaultTest, FailedHealingChangesNothing) {
  for (const auto second : {FaultyDisk::Fault::kNoNewFiles, FaultyDisk::Fault::kNoNewTables}) {
    ASSERT_EQ(Put(), kApplied);
    disk_.Set(GetParam());
    ASSERT_EQ(Put(), ErrorCode::kUnavailable);
    disk_.Set(second);
    ASSERT_EQ(Put(), ErrorCode::kUnavailable);
    ExpectKept();
    engine_.reset();
    disk_.Set(FaultyDisk::Fault::kNone);
    Open();
    ExpectKept();
    EXPECT_EQ(Put(), kApplied);
  }
}

using RocksDbFullDiskTest = RocksDbFaultTest;
INSTANTIATE_TEST_SUITE_P(Faults, RocksDbFullDiskTest,
                         ::testing::Values(FaultyDisk::Fault::kFullAtOnce,
                                           FaultyDisk::Fault::kFullHalfway,
                                           FaultyDisk::Fault::kNoNewFiles));

TEST_P(RocksDbFullDiskTest, AStartIsRefusedInOneSentence) {
  ASSERT_EQ(Put(), kApplied);
  engine_.reset();
  disk_.Set(GetParam());
  for (int i = 0; i < 3; ++i) {
    const auto opened = TryToOpen();
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, ErrorCode::kStartup);
    EXPECT_TRUE(opened.error().message.starts_with("The disk of the data folder " + folder_.path()))
        << opened.error().message;
  }
  disk_.Set(FaultyDisk::Fault::kNone);
  Open();
  ExpectKept();
  EXPECT_EQ(Put(), kApplied);
}

// The process goes on wherever the last byte of the disk falls. That may be in a log, a table file,
// the manifest or RocksDB's own notes, at a start or later.
TEST_F(FaultyStoreTest, TheDiskMayFillUpAnywhere) {
  value_bytes_ = 3000;
  for (std::int64_t room = 0; room < 60'000; room += room < 12'000 ? 709 : 5'431) {
    disk_.FillUpAfter(room);
    if (TryToOpen()) {
      for (int i = 0; i < 20; ++i) i % 7 == 3 ? Drop() : Put();
      EXPECT_TRUE(refuses_writes()) << room;
      ExpectKept();
      disk_.Set(FaultyDisk::Fault::kNone);
      ASSERT_EQ(PutOnceHealed(), kApplied) << room;
      EXPECT_FALSE(refuses_writes());
      disk_.FillUpAfter(room);  // also while it closes
      engine_.reset();
    }
    disk_.Set(FaultyDisk::Fault::kNone);
    Open();
    ExpectKept();
  }
}

// A drop seals the write buffer. So when the log fails too, a flush is about to begin, is running,
// or has just failed.
TEST_P(RocksDbFaultTest, HealsInAnyStateOfAFlush) {
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_EQ(Drop(), kApplied) << round;
    disk_.Set(GetParam());
    for (int i = 0; i < 3; ++i) ASSERT_EQ(Put(), ErrorCode::kUnavailable) << round;
    disk_.Set(FaultyDisk::Fault::kNone);
    ASSERT_EQ(PutOnceHealed(), kApplied) << round;
  }
  ExpectKept();
}

// As in production, RocksDB sleeps for a second after a failed flush.
TEST_F(FaultyStoreTest, HealsWhileRocksDbSleepsAfterAFailedFlush) {
  engine_.reset();
  disk_.hook()->wrap_env = nullptr;
  Open();
  disk_.Set(FaultyDisk::Fault::kNoNewTables);
  ASSERT_EQ(Drop(), kApplied);
  ErrorCode outcome = kApplied;
  while (outcome == kApplied) outcome = Put();
  ASSERT_EQ(outcome, ErrorCode::kUnavailable);
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(PutOnceHealed(), kApplied);
  ExpectKept();
}

// The next start has nothing to replay, even after a fault.
TEST_F(FaultyStoreTest, AHealedStoreClosesCleanly) {
  disk_.Set(FaultyDisk::Fault::kFullAtOnce);
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(PutOnceHealed(), kApplied);
  engine_.reset();
  for (const auto& file : std::filesystem::directory_iterator(folder_.path() + "/data/db")) {
    if (file.path().extension() == ".log") {
      EXPECT_EQ(file.file_size(), 0) << file.path();
    }
  }
}

// The buffer with the range deletion is sealed while no new log can be created.
TEST_F(FaultyStoreTest, ADropWithoutRoomForTheNextLogHeals) {
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(FaultyDisk::Fault::kNoNewFiles);
  ASSERT_EQ(Drop(), kApplied);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  ExpectKept();
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(PutOnceHealed(), kApplied);
  Open();
  ExpectKept();
}

using RocksDbFlushFaultTest = RocksDbFaultTest;
INSTANTIATE_TEST_SUITE_P(Faults, RocksDbFlushFaultTest,
                         ::testing::Values(FaultyDisk::Fault::kNoNewTables,
                                           FaultyDisk::Fault::kNoNewFiles));

// A full disk also prevents the flush of buffers long after their writes were acknowledged.
TEST_P(RocksDbFlushFaultTest, AFailedFlushKeepsAcknowledgedWrites) {
  value_bytes_ = 4U << 20U;  // a few of them fill a buffer
  disk_.Set(GetParam());
  ErrorCode outcome = kApplied;
  for (int i = 0; i < 30 && outcome == kApplied; ++i) outcome = Put();
  ASSERT_EQ(outcome, ErrorCode::kUnavailable);
  ExpectKept();
  disk_.Set(FaultyDisk::Fault::kNone);
  EXPECT_EQ(PutOnceHealed(), kApplied);
  ExpectKept();
  Open();
  ExpectKept();
}

using RocksDbSyncFaultTest = RocksDbFaultTest;
INSTANTIATE_TEST_SUITE_P(Faults, RocksDbSyncFaultTest,
                         ::testing::Values(FaultyDisk::Fault::kFailingLogSync));

// The bytes are in the log and may or may not be on the disk. This is the only case whose outcome
// is unknown.
TEST_P(RocksDbSyncFaultTest, FailedSyncIsUnknownNotReadableAndHeals) {
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(GetParam());
  ASSERT_EQ(Put(), ErrorCode::kInternalServerError);
  const Bytes unknown = KeyOf(last_number_);
  EXPECT_FALSE(engine_->Get(1, unknown)->has_value()) << "a crash could take it back";
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(PutOnceHealed(), kApplied);
  EXPECT_FALSE(engine_->Get(1, unknown)->has_value());
  Open();
  ExpectKept();
  EXPECT_FALSE(engine_->Get(1, unknown)->has_value())
      << "once a later commit is acknowledged, the unknown one is gone for good";
}

TEST(RocksDbHealTest, HealingIsTriedAtMostOncePerInterval) {
  const testing::TemporaryFolder folder;
  FaultyDisk disk;
  auto engine = OpenRocksDb({.path = folder.path(),
                             .heal_interval = std::chrono::hours(1),
                             .file_system_hook = disk.hook()});
  ASSERT_TRUE(engine.has_value());
  CommitNumber number = 0;
  const auto put = [&] {
    const Commit commit{.number = ++number, .changes = {{{1, "k"}, "v"}}};
    return (*engine)->Apply({&commit, 1}).has_value();
  };
  disk.Set(FaultyDisk::Fault::kFullAtOnce);
  const auto before = disk.refusals();
  EXPECT_FALSE(put());
  while (disk.refusals() == before + 1)
    std::this_thread::yield();  // until the first attempt, which fails
  disk.Set(FaultyDisk::Fault::kNone);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(put()) << "the next attempt is an hour away";
}

// The engine still applies all commits. Its caller knows which ones free space.
TEST_F(FaultyStoreTest, ReportsFreeSpaceBelowTheReserve) {
  const auto await = [&](bool is_low) {
    while (IsLowOnSpace(*engine_) != is_low) ASSERT_EQ(Put(), kApplied);
  };
  ASSERT_EQ(Put(), kApplied);
  EXPECT_FALSE(IsLowOnSpace(*engine_));
  disk_.SetFreeBytes(10'000);
  await(true);
  EXPECT_TRUE(refuses_writes());
  EXPECT_NE(FindStatistics(*engine_)->Statistics().fault, "");
  disk_.SetFreeBytes(100'000'000);
  await(false);
  EXPECT_FALSE(refuses_writes());
  EXPECT_EQ(FindStatistics(*engine_)->Statistics().fault, "");
}

// Deleting the folder of a running store loses data. No write is acknowledged after that.
TEST_F(FaultyStoreTest, NothingIsAcknowledgedIntoADeletedLog) {
  ASSERT_EQ(Put(), kApplied);
  const std::string path = folder_.path() + "/data/db";
  std::vector<std::filesystem::path> logs;
  for (const auto& file : std::filesystem::directory_iterator(path)) {
    if (file.path().extension() == ".log") logs.push_back(file.path());
  }
  ASSERT_FALSE(logs.empty());
  for (const auto& log : logs) std::filesystem::remove(log);
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  // If the folder still exists, the store heals: acknowledged writes go to a table file.
  ASSERT_EQ(PutOnceHealed(), kApplied);
  Open();
  ExpectKept();
  std::filesystem::remove_all(path);
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  EXPECT_TRUE(refuses_writes());
  EXPECT_NE(FindStatistics(*engine_)->Statistics().fault.find("deleted"), std::string::npos);
  engine_.reset();
}

// Deletions free disk space and speed up reads without a later write: `traces_max` counts the
// traces that a read skips.
TEST_F(FaultyStoreTest, AnEmptiedSpaceFreesItsDiskAndReadsFast) {
  value_bytes_ = 4000;
  for (int i = 0; i < 3000; ++i) ASSERT_EQ(Put(), kApplied);
  Open();  // moves the entries into table files
  const auto disk_bytes = [&] { return FindStatistics(*engine_)->Statistics().disk_bytes; };
  const auto full = disk_bytes();
  Commit commit{.number = ++last_number_};
  for (const CommitNumber number : acknowledged_) {
    commit.changes.push_back({{1, KeyOf(number)}, std::nullopt});
  }
  ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (disk_bytes() * 10 > full && std::chrono::steady_clock::now() < patience) {
    std::this_thread::yield();
  }
  EXPECT_LT(disk_bytes() * 10, full);
  const auto page = engine_->Read(1, {}, {.entries_max = 1, .traces_max = 10});
  ASSERT_TRUE(page.has_value());
  EXPECT_FALSE(page->gave_up);
  EXPECT_TRUE(page->entries.empty());
}

// A few deletions of large entries are flushed once the store is idle.
TEST_F(FaultyStoreTest, AnIdleStoreFreesTheDiskOfAFewDeletions) {
  idle_seal_interval_ = std::chrono::milliseconds(50);
  Open();
  value_bytes_ = 40'000;
  for (int i = 0; i < 300; ++i) ASSERT_EQ(Put(), kApplied);
  Open();  // moves the entries into table files
  const auto disk_bytes = [&] { return FindStatistics(*engine_)->Statistics().disk_bytes; };
  const auto full = disk_bytes();
  for (const CommitNumber number : acknowledged_) {
    const Commit commit{.number = ++last_number_, .changes = {{{1, KeyOf(number)}, std::nullopt}}};
    ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
  }
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (disk_bytes() * 10 > full && std::chrono::steady_clock::now() < patience) {
    std::this_thread::yield();
  }
  EXPECT_LT(disk_bytes() * 10, full);
}

// Overwrites a few bytes in the middle of the largest table file.
void DamageLargestTable(const std::string& store) {
  std::filesystem::path largest;
  for (const auto& file : std::filesystem::directory_iterator(store)) {
    if (file.path().extension() != ".sst") continue;
    if (largest.empty() || file.file_size() > std::filesystem::file_size(largest)) {
      largest = file.path();
    }
  }
  std::fstream stream(largest, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(static_cast<std::streamoff>(std::filesystem::file_size(largest) / 2));
  stream << "sixteen damaged.";
}

Bytes RandomValue(std::mt19937_64& random, std::size_t bytes) {
  Bytes value(bytes, '\0');
  for (char& byte : value) byte = static_cast<char>(random());
  return value;
}

// Level 0 holds whole write buffers, whose key ranges overlap. A compaction writes all of them.
TEST_F(FaultyStoreTest, TheReserveCoversEveryFileOfLevel0) {
  std::mt19937_64 random(1);
  for (int file = 0; file < 3; ++file) {
    Commit commit{.number = ++last_number_};
    for (int i = 0; i < 300; ++i) {
      commit.changes.push_back(
          {{1, std::to_string(i) + "/" + std::to_string(file)}, RandomValue(random, 4000)});
    }
    ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
    Open();  // moves the entries into a table file
  }
  const auto stored = FindStatistics(*engine_)->Statistics().disk_bytes;
  ASSERT_GT(stored, 3'000'000U);
  disk_.SetFreeBytes(static_cast<std::int64_t>(stored) * 3 / 4);
  Open();
  EXPECT_TRUE(IsLowOnSpace(*engine_));
}

// A compaction that meets a damaged block ends, and does so again after each restart. Items
// elsewhere are still written and read.
TEST(RocksDbDamageTest, ADamagedBlockInACompactionStopsNoWrites) {
  const testing::TemporaryFolder folder;
  const auto open = [&] {
    return *OpenRocksDb(
        {.path = folder.path() + "/data", .durability = Durability::kOs, .memory_bytes_max = 1});
  };
  std::mt19937_64 random(1);
  CommitNumber number = 0;
  auto engine = open();
  const auto put = [&] {
    const auto key = std::to_string(random() % 200);
    const Commit commit{.number = ++number, .changes = {{{1, key}, RandomValue(random, 20'000)}}};
    return engine->Apply({&commit, 1}).has_value();
  };
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(put());
  engine.reset();
  DamageLargestTable(folder.path() + "/data/db");
  for (int start = 0; start < 2; ++start) {
    engine = open();
    const auto statistics = [&] { return FindStatistics(*engine)->Statistics(); };
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (statistics().damage.empty() && std::chrono::steady_clock::now() < patience) {
      ASSERT_TRUE(put());
    }
    EXPECT_NE(statistics().damage, "");
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(put());
    EXPECT_FALSE(statistics().refuses_writes) << statistics().fault;
    engine.reset();
  }
}

int Setting(const char* name, int usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::atoi(text);
}

// Three threads that write random values under a few keys while the object lives.
class Writers {
 public:
  Writers(Engine& engine, int seed) : engine_(engine) {
    for (int i = 0; i < 3; ++i) threads_.emplace_back([this, seed, i] { Write(seed * 10 + i); });
  }
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;
  ~Writers() { Stop(); }

  void Stop() {
    is_over_ = true;
    for (auto& each : threads_) {
      if (each.joinable()) each.join();
    }
  }

  // Waits until `writes` more writes have been accepted or refused.
  void Await(std::uint64_t writes) const {
    for (const auto end = writes_ + writes; writes_ < end;) std::this_thread::yield();
  }

  int applied() const { return applied_; }
  std::chrono::steady_clock::duration slowest() {
    const MutexLock lock(order_);
    return slowest_;
  }

 private:
  void Write(int seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    while (!is_over_) {
      Bytes value = RandomValue(random, 20'000);
      const MutexLock lock(order_);  // numbers rise from call to call
      const Commit commit{.number = ++number_,
                          .changes = {{{1, std::to_string(random() % 500)}, std::move(value)}}};
      const auto began = std::chrono::steady_clock::now();
      if (engine_.Apply({&commit, 1})) ++applied_;
      slowest_ = std::max(slowest_, std::chrono::steady_clock::now() - began);
      ++writes_;
    }
  }

  Engine& engine_;
  std::atomic<bool> is_over_{false};
  std::atomic<std::uint64_t> writes_{0};
  std::atomic<int> applied_{0};
  Mutex order_;
  CommitNumber number_ GUARDED_BY(order_) = 0;
  std::chrono::steady_clock::duration slowest_ GUARDED_BY(order_){0};
  std::vector<std::thread> threads_;
};

// Compactions find no disk space during the whole test. The disk fills up and empties under three
// writers, and the store is closed in the state that results. Neither writes nor healing nor
// closing may wait for a compaction that never ends.
TEST(RocksDbFullDiskForLongTest, NothingWaitsForFailingCompactions) {
  using std::chrono::steady_clock;
  constexpr auto kSane = std::chrono::seconds(10);  // generous: the machine may be busy
  const auto seconds = std::chrono::seconds(Setting("STATOR_FULL_DISK_SECONDS", 3));
  for (int run = 0; run < Setting("STATOR_FULL_DISK_RUNS", 1); ++run) {
    const testing::TemporaryFolder folder;
    FaultyDisk disk;
    disk.hook()->wrap_env = nullptr;  // RocksDB sleeps after failures, as in production
    auto engine = *OpenRocksDb(
        {.path = folder.path(), .memory_bytes_max = 1, .file_system_hook = disk.hook()});
    Writers writers(*engine, run);
    std::mt19937_64 random(static_cast<std::uint64_t>(run));
    for (const auto end = steady_clock::now() + seconds; steady_clock::now() < end;) {
      disk.Set(FaultyDisk::Fault::kNoCompactions);
      writers.Await(random() % 300);
      disk.Set(random() % 2 == 0 ? FaultyDisk::Fault::kFullAtOnce
                                 : FaultyDisk::Fault::kNoNewTables);
      writers.Await(random() % 300);
    }
    if (run % 2 == 0) disk.Set(FaultyDisk::Fault::kNoCompactions);
    writers.Stop();
    EXPECT_GT(writers.applied(), 0);
    EXPECT_LT(writers.slowest(), kSane);
    const auto closing = steady_clock::now();
    engine.reset();
    EXPECT_LT(steady_clock::now() - closing, kSane);
    disk.Set(FaultyDisk::Fault::kNone);
    EXPECT_TRUE(OpenRocksDb({.path = folder.path()}).has_value());
  }
}

}  // namespace
}  // namespace stator::storage
