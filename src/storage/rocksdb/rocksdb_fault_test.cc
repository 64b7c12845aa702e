// A disk that fails and recovers: what was acknowledged stays, what was refused never comes, reads
// go on, and writing resumes by itself.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/faulty_disk.h"
#include "storage/rocksdb/testing/temporary_folder.h"
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
                               .file_system_hook = disk_.hook()}));
    return {};
  }

  void Open() {
    const auto opened = TryToOpen();
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
  }

  // Puts a fresh key and notes what came of it.
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

  // Drops a space that nobody has put anything into.
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
    ASSERT_EQ(Put(), kApplied) << "healing at the first write, round " << round;
    EXPECT_FALSE(refuses_writes());
    ExpectKept();
  }
  Open();
  ExpectKept();
  EXPECT_EQ(Put(), kApplied);
}

TEST_P(RocksDbFaultTest, RefusedWritesStayAwayAfterReopeningWithoutHealing) {
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(GetParam());
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  engine_.reset();  // while the disk is still broken, so that nothing can be flushed
  disk_.Set(FaultyDisk::Fault::kNone);
  Open();
  ExpectKept();
  EXPECT_EQ(Put(), kApplied);
}

// The record is longer than the log's buffer, so its beginning is in the file when the end fails.
TEST_P(RocksDbFaultTest, LargeWritesAreRefusedWhole) {
  value_bytes_ = 5U << 20U;
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(GetParam());
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(Put(), kApplied);
  ExpectKept();
  Open();
  ExpectKept();
}

// Healing starts a new log, finishes the old one and then writes a table file. Wherever it is cut
// short, the refused write must not have been finished on the way.
TEST_P(RocksDbFaultTest, HealingThatFailsChangesNothing) {
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

// Wherever the last byte of the disk falls, in a log, a table file, the manifest or what RocksDB
// writes of itself, at a start or later: the process goes on.
TEST_F(FaultyStoreTest, TheDiskMayFillUpAnywhere) {
  value_bytes_ = 3000;
  for (std::int64_t room = 0; room < 60'000; room += room < 12'000 ? 709 : 5'431) {
    disk_.FillUpAfter(room);
    if (TryToOpen()) {
      for (int i = 0; i < 20; ++i) i % 7 == 3 ? Drop() : Put();
      EXPECT_TRUE(refuses_writes()) << room;
      ExpectKept();
      disk_.Set(FaultyDisk::Fault::kNone);
      ASSERT_EQ(Put(), kApplied) << room;
      EXPECT_FALSE(refuses_writes());
      disk_.FillUpAfter(room);  // and while it closes
      engine_.reset();
    }
    disk_.Set(FaultyDisk::Fault::kNone);
    Open();
    ExpectKept();
  }
}

// A drop seals the write buffer, so a flush is about to begin, is under way or has just failed when
// the log fails, too.
TEST_P(RocksDbFaultTest, HealsWhateverTheFlushIsDoing) {
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    ASSERT_EQ(Drop(), kApplied) << round;
    disk_.Set(GetParam());
    for (int i = 0; i < 3; ++i) ASSERT_EQ(Put(), ErrorCode::kUnavailable) << round;
    disk_.Set(FaultyDisk::Fault::kNone);
    ASSERT_EQ(Put(), kApplied) << round;
  }
  ExpectKept();
}

// As it is outside of tests: after a failed flush RocksDB sleeps for a second before it is done.
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
  ASSERT_EQ(Put(), kApplied);
  ExpectKept();
}

// The next start has nothing to replay, also after a fault.
TEST_F(FaultyStoreTest, AHealedStoreClosesCleanly) {
  disk_.Set(FaultyDisk::Fault::kFullAtOnce);
  ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(Put(), kApplied);
  engine_.reset();
  for (const auto& file : std::filesystem::directory_iterator(folder_.path() + "/data/db")) {
    if (file.path().extension() == ".log") {
      EXPECT_EQ(file.file_size(), 0) << file.path();
    }
  }
}

// The dropped range stands in the buffer whose successor gets no log.
TEST_F(FaultyStoreTest, ADropWithoutRoomForTheNextLogHeals) {
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(FaultyDisk::Fault::kNoNewFiles);
  ASSERT_EQ(Drop(), kApplied);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(Put(), ErrorCode::kUnavailable);
  ExpectKept();
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(Put(), kApplied);
  Open();
  ExpectKept();
}

using RocksDbFlushFaultTest = RocksDbFaultTest;
INSTANTIATE_TEST_SUITE_P(Faults, RocksDbFlushFaultTest,
                         ::testing::Values(FaultyDisk::Fault::kNoNewTables,
                                           FaultyDisk::Fault::kNoNewFiles));

// A full disk also keeps buffers from becoming table files, long after their writes were
// acknowledged.
TEST_P(RocksDbFlushFaultTest, FailedFlushKeepsWhatWasAcknowledged) {
  value_bytes_ = 4U << 20U;  // a few of them fill a buffer
  disk_.Set(GetParam());
  ErrorCode outcome = kApplied;
  for (int i = 0; i < 30 && outcome == kApplied; ++i) outcome = Put();
  ASSERT_EQ(outcome, ErrorCode::kUnavailable);
  ExpectKept();
  disk_.Set(FaultyDisk::Fault::kNone);
  EXPECT_EQ(Put(), kApplied);
  ExpectKept();
  Open();
  ExpectKept();
}

using RocksDbSyncFaultTest = RocksDbFaultTest;
INSTANTIATE_TEST_SUITE_P(Faults, RocksDbSyncFaultTest,
                         ::testing::Values(FaultyDisk::Fault::kFailingLogSync));

// The bytes are in the log and may or may not be on the disk: the one case where nobody can know.
TEST_P(RocksDbSyncFaultTest, FailedSyncIsUnknownNotReadableAndHeals) {
  ASSERT_EQ(Put(), kApplied);
  disk_.Set(GetParam());
  ASSERT_EQ(Put(), ErrorCode::kInternalServerError);
  const Bytes unknown = KeyOf(last_number_);
  EXPECT_FALSE(engine_->Get(1, unknown)->has_value()) << "a crash could take it back";
  disk_.Set(FaultyDisk::Fault::kNone);
  ASSERT_EQ(Put(), kApplied);
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
  EXPECT_FALSE(put());
  EXPECT_FALSE(put()) << "the first attempt to heal, which fails";
  disk.Set(FaultyDisk::Fault::kNone);
  EXPECT_FALSE(put()) << "the next attempt is an hour away";
}

}  // namespace
}  // namespace stator::storage
