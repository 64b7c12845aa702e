#include "storage/rocksdb/recovery_check.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "storage/rocksdb/crc32c.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Space kRows = 20;
constexpr std::size_t kSmallStore = 4U << 20U;  // bytes of memory; buffers are sealed often

TEST(Crc32cTest, KnownValues) {
  EXPECT_EQ(Crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(Crc32c("56789", Crc32c("1234")), 0xE3069283U);
  EXPECT_EQ(Crc32c(""), 0U);
}

// A store, and copies of its folder as a kill would leave it.
class RecoveryTest : public ::testing::Test {
 protected:
  const testing::TemporaryFolder folder_;
  const std::string running_ = folder_.path() + "/running";
  const std::string left_ = folder_.path() + "/left";
  std::unique_ptr<Engine> engine_;
  CommitNumber last_ = 0;

  void Start(std::size_t memory = RocksDbOptions().memory_bytes_max,
             Durability durability = Durability::kFsync) {
    auto engine =
        OpenRocksDb({.path = running_, .durability = durability, .memory_bytes_max = memory});
    ASSERT_TRUE(engine.has_value()) << engine.error().message;
    engine_ = std::move(*engine);
  }

  void Write(int commits, std::size_t bytes = 8000) {
    for (int i = 0; i < commits; ++i) {
      const Commit commit{.number = ++last_,
                          .changes = {{{kRows, std::to_string(last_)}, Bytes(bytes, 'x')},
                                      {{kRows, "last"}, std::to_string(last_)}}};
      ASSERT_TRUE(engine_->Apply({&commit, 1}).has_value());
    }
  }

  // Copies the folder as `kill -9` would leave it. RocksDB's threads flush and delete files
  // meanwhile. So a copy counts only if every file has the same name and size before and after it.
  void Kill() {
    for (int attempt = 0; attempt < 1000; ++attempt) {
      const auto before = FileSizes(running_);
      fs::remove_all(left_);
      std::error_code vanished;
      fs::copy(running_, left_, fs::copy_options::recursive, vanished);
      if (!vanished && FileSizes(running_) == before && FileSizes(left_) == before) return;
    }
    FAIL() << "the store never came to rest";
  }

  // Returns paths relative to the folder with their sizes, except files that vanish meanwhile.
  static std::map<std::string, std::uint64_t> FileSizes(const std::string& folder) {
    std::map<std::string, std::uint64_t> sizes;
    std::error_code vanished;
    for (fs::recursive_directory_iterator file(folder, vanished), end; !vanished && file != end;
         file.increment(vanished)) {
      const auto size = file->file_size(vanished);
      if (!vanished) sizes[file->path().lexically_relative(folder).string()] = size;
      vanished.clear();
    }
    return sizes;
  }

  std::vector<std::string> Logs() const {
    std::vector<std::string> logs;
    for (const auto& entry : fs::directory_iterator(left_ + "/db")) {
      if (entry.path().extension() == ".log") logs.push_back(entry.path().string());
    }
    std::ranges::sort(logs);
    return logs;
  }

  static void Flip(const std::string& path, std::uint64_t at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file << "sixteen damaged.";
  }

  static void Zero(const std::string& path, std::uint64_t at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(at));
    file << std::string(4096, '\0');
  }

  Result<std::unique_ptr<Engine>> OpenLeft(bool accept_loss = false) const {
    return OpenRocksDb({.path = left_, .accept_loss = accept_loss});
  }

  std::string Refusal() const {
    const auto engine = OpenLeft();
    if (engine) return {};
    EXPECT_EQ(engine.error().code, ErrorCode::kStartup);
    EXPECT_TRUE(engine.error().message.ends_with('.')) << engine.error().message;
    return engine.error().message;
  }

  void ExpectRefused(const char* clause) {
    const std::string refusal = Refusal();
    EXPECT_THAT(refusal, HasSubstr("may have lost acknowledged writes"));
    EXPECT_THAT(refusal, HasSubstr(clause));
    EXPECT_THAT(refusal, HasSubstr("--accept-loss"));
    EXPECT_EQ(Refusal(), refusal) << "a refusal changes nothing";
    {
      const auto accepted = OpenLeft(/*accept_loss=*/true);
      ASSERT_TRUE(accepted.has_value()) << accepted.error().message;
    }
    EXPECT_EQ(Refusal(), "") << "a loss is accepted once";
  }

  void ExpectWhole() {
    auto engine = OpenLeft();
    ASSERT_TRUE(engine.has_value()) << engine.error().message;
    for (CommitNumber number = 1; number <= last_; ++number) {
      const auto entry = (*engine)->Get(kRows, std::to_string(number));
      ASSERT_TRUE(entry.has_value());
      EXPECT_TRUE(entry->has_value()) << number;
    }
  }
};

TEST_F(RecoveryTest, AKilledStoreOpensWithoutLoss) {
  Start();
  Write(40);
  Kill();
  ExpectWhole();
}

TEST_F(RecoveryTest, DamageInTheMiddleIsRefused) {
  Start();
  Write(40);
  Kill();
  const std::string log = Logs().back();
  Flip(log, fs::file_size(log) / 2);
  ExpectRefused("is damaged at byte");
}

TEST_F(RecoveryTest, DamageAtTheStartIsRefused) {
  Start();
  Write(40);
  Kill();
  Flip(Logs().back(), 0);
  ExpectRefused("is damaged at byte 0");
}

TEST_F(RecoveryTest, DamageOfTheLastRecordIsRefused) {
  Start();
  Write(3);
  Kill();
  const std::string log = Logs().back();
  Flip(log, fs::file_size(log) - 500);
  ExpectRefused("is damaged at byte");
}

TEST_F(RecoveryTest, ZeroedBlockIsRefused) {
  Start();
  Write(40);
  Kill();
  const std::string log = Logs().back();
  Zero(log, fs::file_size(log) / 2 / 4096 * 4096);
  ExpectRefused("is damaged at byte");
}

TEST_F(RecoveryTest, CutLogIsRefused) {
  Start();
  Write(40);
  Kill();
  const std::string log = Logs().back();
  fs::resize_file(log, fs::file_size(log) / 2);
  ExpectRefused("had been written");
}

TEST_F(RecoveryTest, EmptiedLogIsRefused) {
  Start();
  Write(40);
  Kill();
  fs::resize_file(Logs().back(), 0);
  ExpectRefused("is cut off at byte 0");
}

TEST_F(RecoveryTest, MissingLogIsRefused) {
  Start();
  Write(40);
  Kill();
  fs::remove(Logs().back());
  ExpectRefused("is missing");
}

// A power loss may leave an old watermark. The log alone then shows the damage.
TEST_F(RecoveryTest, DamageIsDetectedWithAnOldWatermark) {
  Start();
  Write(3);
  const std::string old = folder_.path() + "/WATERMARK";
  fs::copy(running_ + "/WATERMARK", old);
  Write(40);
  Kill();
  fs::copy(old, left_ + "/WATERMARK", fs::copy_options::overwrite_existing);
  const std::string log = Logs().back();
  Flip(log, fs::file_size(log) / 2);
  ExpectRefused("and records follow");
}

TEST_F(RecoveryTest, AMissingStoreIsRefused) {
  Start();
  Write(4);
  Kill();
  fs::remove_all(left_ + "/db");
  ExpectRefused("db/CURRENT is missing");
  Kill();
  fs::remove_all(left_ + "/db");
  fs::create_directory(left_ + "/db");
  ExpectRefused("db/CURRENT is missing");
}

// RocksDB would write a new CURRENT and, at the next start, delete the remains of the store.
TEST_F(RecoveryTest, RemainsOfAStoreAreRefused) {
  Start();
  Write(20);
  Kill();
  fs::remove(left_ + "/db/CURRENT");
  for (const bool accept_loss : {false, true}) {
    const auto engine = OpenLeft(accept_loss);
    ASSERT_FALSE(engine.has_value());
    EXPECT_THAT(engine.error().message, HasSubstr("CURRENT is missing"));
    EXPECT_FALSE(fs::exists(left_ + "/db/CURRENT"));
  }
}

// A power loss may leave zeros after the last record. RocksDB skips them without a mark.
TEST_F(RecoveryTest, AStoreOpensAfterAnEarlierTailOfZeros) {
  Start();
  Write(20);
  Kill();
  engine_.reset();
  Zero(Logs().back(), fs::file_size(Logs().back()));
  fs::remove_all(running_);
  fs::copy(left_, running_, fs::copy_options::recursive);
  Start();
  Write(20);
  Kill();
  ExpectWhole();
}

TEST_F(RecoveryTest, ACleanlyStoppedStoreOpensWithoutLoss) {
  Start();
  Write(40);
  engine_.reset();
  Kill();
  ExpectWhole();
}

// Starts and kills many times. No log is flushed, and each start begins another.
TEST_F(RecoveryTest, LogsOfManyRestartsAreFollowed) {
  Start();
  for (int life = 0; life < 4; ++life) {
    Write(life == 2 ? 0 : 4);
    Kill();
    engine_.reset();
    fs::remove_all(running_);
    fs::copy(left_, running_, fs::copy_options::recursive);
    Start();
    if (HasFatalFailure()) return;
  }
  Write(4);
  Kill();
  ExpectWhole();
  Kill();
  const auto logs = Logs();
  ASSERT_GE(logs.size(), 4U);
  fs::remove(logs[0]);
  ExpectRefused("is missing");
  Kill();
  fs::resize_file(logs[0], fs::file_size(logs[0]) / 2);
  ExpectRefused("records are missing between");
}

// A slow copy of a running folder has table files and manifest of one moment, and logs of a later
// one.
TEST_F(RecoveryTest, CopyOfTwoMomentsIsRefused) {
  Start(kSmallStore);
  Write(20);
  Kill();
  const std::string earlier = folder_.path() + "/earlier";
  fs::rename(left_, earlier);
  Write(250);    // removes the logs of the earlier moment
  Write(2, 10);  // the newest log is not empty
  Kill();
  for (const auto& log : Logs()) fs::copy(log, earlier + "/db", fs::copy_options::skip_existing);
  for (const auto& entry : fs::directory_iterator(earlier + "/db")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".log") && !fs::exists(left_ + "/db/" + name)) fs::remove(entry.path());
  }
  fs::remove_all(left_);
  fs::rename(earlier, left_);
  EXPECT_THAT(Refusal(), HasSubstr("is missing"));
  fs::copy(running_ + "/WATERMARK", left_ + "/WATERMARK", fs::copy_options::overwrite_existing);
  EXPECT_THAT(Refusal(), HasSubstr("is missing"));
  fs::remove(left_ + "/WATERMARK");
  std::ofstream(left_ + "/STATOR") << "stator data format 1\n";  // format 1 may lack a watermark
  EXPECT_THAT(Refusal(), HasSubstr("is missing"));
}

// Replaces the files of `to` with `part` in their names by those of `left`.
void TakeOver(const std::string& left, const std::string& to, std::string_view part) {
  for (const auto& entry : fs::directory_iterator(to + "/db")) {
    if (entry.path().filename().string().contains(part)) fs::remove(entry.path());
  }
  for (const auto& entry : fs::directory_iterator(left + "/db")) {
    const std::string name = entry.path().filename().string();
    if (name.contains(part)) fs::copy(entry.path(), to + "/db/" + name);
  }
}

// A slow copy of a folder whose server stops cleanly meanwhile. The logs are empty by then.
TEST_F(RecoveryTest, CopyOverACleanStopIsRefused) {
  Start();
  Write(20);
  Kill();
  const std::string earlier = folder_.path() + "/earlier";
  fs::rename(left_, earlier);
  engine_.reset();
  Kill();
  TakeOver(left_, earlier, ".log");
  fs::copy(left_ + "/WATERMARK", earlier + "/WATERMARK", fs::copy_options::overwrite_existing);
  fs::rename(left_, folder_.path() + "/stopped");
  fs::rename(earlier, left_);
  ExpectRefused("bytes of it had been written");
}

// As above, but the server also starts again meanwhile.
TEST_F(RecoveryTest, CopyOverARestartIsRefused) {
  Start();
  Write(20);
  engine_.reset();
  Kill();
  const std::string earlier = folder_.path() + "/earlier";
  fs::rename(left_, earlier);
  Start();
  Write(20);
  engine_.reset();
  Start();
  Kill();
  TakeOver(left_, earlier, ".log");
  fs::copy(left_ + "/WATERMARK", earlier + "/WATERMARK", fs::copy_options::overwrite_existing);
  fs::rename(left_, folder_.path() + "/running-again");
  fs::rename(earlier, left_);
  ExpectRefused("db/CURRENT names MANIFEST-");
}

// A copy of a running folder without its watermark, whose newest log has no record yet.
TEST_F(RecoveryTest, CopyWithoutAWatermarkIsRefused) {
  Start();
  Write(20);
  Kill();
  fs::remove(left_ + "/WATERMARK");
  for (const auto& log : Logs()) fs::resize_file(log, 0);
  ExpectRefused("WATERMARK is missing");
}

// Not even the replay of a killed server's logs changes a file.
TEST_F(RecoveryTest, OpeningReadOnlyChangesNoFile) {
  Start();
  Write(20);
  Kill();
  const auto before = FileSizes(left_);
  {
    auto engine = OpenRocksDb({.path = left_, .read_only = true});
    ASSERT_TRUE(engine.has_value()) << engine.error().message;
    for (CommitNumber number = 1; number <= last_; ++number) {
      EXPECT_TRUE((*engine)->Get(kRows, std::to_string(number))->has_value()) << number;
    }
    const Commit commit{.number = ++last_, .changes = {{{kRows, "more"}, "x"}}};
    EXPECT_FALSE((*engine)->Apply({&commit, 1}).has_value());
    --last_;
  }
  EXPECT_EQ(FileSizes(left_), before);
  ExpectWhole();
}

TEST_F(RecoveryTest, AStoreWithManySealedBuffersOpensWithoutLoss) {
  Start(kSmallStore);
  for (int i = 0; i < 8; ++i) {
    Write(25);
    Kill();
    ExpectWhole();
  }
}

// Without a sync for each record, a power loss may keep later records and lose earlier ones.
TEST_F(RecoveryTest, UnsyncedLogMayHaveHoles) {
  Start(RocksDbOptions().memory_bytes_max, Durability::kOs);
  Write(40);
  Kill();
  const std::string log = Logs().back();
  Zero(log, fs::file_size(log) / 2 / 4096 * 4096);
  EXPECT_EQ(Refusal(), "");
}

TEST_F(RecoveryTest, OldFolderWithoutAWatermarkOpens) {
  Start();
  Write(4);
  Kill();
  std::ofstream(left_ + "/STATOR") << "stator data format 1\n";
  fs::remove(left_ + "/WATERMARK");
  ExpectWhole();
  fs::remove(left_ + "/WATERMARK");
  ExpectRefused("WATERMARK is missing");
}

// A power loss may damage both slots.
TEST_F(RecoveryTest, AWatermarkWithoutAValidSlotRequiresNothing) {
  Start();
  Write(4);
  Kill();
  Flip(left_ + "/WATERMARK", 0);
  Flip(left_ + "/WATERMARK", 4096);
  ExpectWhole();
}

TEST(FindLossesTest, ObsoleteLogsDoNotMatter) {
  const WatermarkState watermark{.synced = {5, 100}, .strict_from = 1};
  const std::vector<ScannedLog> logs{{.number = 5, .size = 100, .has_record_behind = true},
                                     {.number = 9, .has_data = true, .predecessor = 7}};
  EXPECT_THAT(FindLosses(logs, 9, watermark), IsEmpty());
  EXPECT_THAT(FindLosses({}, 6, watermark), IsEmpty());
  EXPECT_EQ(FindLosses({}, 5, watermark).size(), 1U);
}

}  // namespace
}  // namespace stator::storage
