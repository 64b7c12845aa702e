// Cuts the power at random moments. Afterwards the store must open, and all acknowledged commits
// must exist, in order. STATOR_POWER_LOSS_RUNS sets the number of runs; a failure prints its seed.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "storage/engine.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/power_loss_disk.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage::testing {
namespace {

constexpr int kRunsDefault = 20;
constexpr int kLives = 5;                      // the same folder loses power repeatedly
constexpr std::uint64_t kChangesMax = 200;     // to the disk during writes, before the power loss
constexpr std::uint64_t kOpenChangesMax = 25;  // to the disk during open
constexpr std::size_t kValueBytesMax = 10'000;
constexpr Space kRows = 1;
constexpr Space kLog = 2;
constexpr CommitNumber kRowCount = 50;

int Runs() {
  const char* const runs = std::getenv("STATOR_POWER_LOSS_RUNS");
  return runs != nullptr ? std::atoi(runs) : kRunsDefault;
}

Bytes RowOf(CommitNumber number) { return "row" + std::to_string(number % kRowCount); }

// A store that loses power repeatedly, with its possible and its required contents.
class Run {
 public:
  Run(std::uint64_t seed, Durability durability)
      : random_(seed), disk_(seed), durability_(durability) {}

  void LiveOnce() {
    if (random_() % 3 == 0) LosePowerWhileOpening();
    auto engine = Open();
    ASSERT_TRUE(engine.has_value()) << engine.error().message;
    Check(**engine);
    disk_.CutPowerAfter(1 + random_() % kChangesMax);
    while (!disk_.is_out()) WriteSome(**engine);
    engine->reset();
    disk_.Restore();
  }

  void CheckOnce() {
    auto engine = Open();
    ASSERT_TRUE(engine.has_value()) << engine.error().message;
    Check(**engine);
  }

 private:
  Result<std::unique_ptr<Engine>> Open() {
    // A small budget forces flushes and compactions between the commits.
    return OpenRocksDb({.path = folder_.path() + "/data",
                        .durability = durability_,
                        .memory_bytes_max = 1U << 20U,
                        .file_system_hook = disk_.hook()});
  }

  void LosePowerWhileOpening() {
    disk_.CutPowerAfter(1 + random_() % kOpenChangesMax);
    if (auto engine = Open()) engine->reset();
    disk_.Restore();
  }

  Commit NextCommit() {
    const CommitNumber number = ++last_number_;
    issued_.push_back(number);
    return {.number = number,
            .changes = {{{kRows, RowOf(number)}, Bytes(random_() % kValueBytesMax, 'x')}},
            .appends = {{kLog, "", ""}}};
  }

  void WriteSome(Engine& engine) {
    std::vector<Commit> commits(1 + random_() % 4);
    for (Commit& commit : commits) commit = NextCommit();
    if (engine.Apply(commits).has_value()) acknowledged_ = issued_.size();
  }

  // The stored log must be a prefix of the issued commits, no shorter than the acknowledged ones.
  void Check(Engine& engine) {
    const auto log = engine.Read(kLog, {}, {.entries_max = SIZE_MAX, .bytes_max = SIZE_MAX});
    ASSERT_TRUE(log.has_value()) << log.error().message;
    std::vector<CommitNumber> left;
    for (const KeyedEntry& entry : log->entries) left.push_back(entry.version);
    ASSERT_LE(left.size(), issued_.size());
    ASSERT_TRUE(std::equal(left.begin(), left.end(), issued_.begin()))
        << "a commit is missing before one that is there";
    if (durability_ == Durability::kFsync) {
      ASSERT_GE(left.size(), acknowledged_) << "an acknowledged commit is lost";
    }
    CheckRows(engine, left);
    issued_ = std::move(left);
    acknowledged_ = issued_.size();  // a read has seen them
  }

  // A commit's row must exist exactly if its log record does.
  static void CheckRows(Engine& engine, const std::vector<CommitNumber>& left) {
    std::map<Bytes, Version> expected;
    for (const CommitNumber number : left) expected[RowOf(number)] = number;
    std::map<Bytes, Version> found;
    const auto rows = engine.Read(kRows, {}, {.entries_max = SIZE_MAX, .bytes_max = SIZE_MAX});
    ASSERT_TRUE(rows.has_value()) << rows.error().message;
    for (const KeyedEntry& entry : rows->entries) found[entry.key] = entry.version;
    ASSERT_EQ(found, expected);
  }

  std::mt19937_64 random_;
  PowerLossDisk disk_;
  TemporaryFolder folder_;
  const Durability durability_;
  CommitNumber last_number_ = 0;
  std::vector<CommitNumber> issued_;  // in order, without commits that a power loss removed
  std::size_t acknowledged_ = 0;      // the length of the acknowledged prefix
};

void LiveAndDie(Durability durability) {
  for (int i = 0; i < Runs(); ++i) {
    const auto seed = static_cast<std::uint64_t>(i) + 1;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Run run(seed, durability);
    for (int life = 0; life < kLives; ++life) {
      run.LiveOnce();
      if (::testing::Test::HasFatalFailure()) return;
    }
    run.CheckOnce();
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(PowerLossTest, AcknowledgedCommitsSurvive) { LiveAndDie(Durability::kFsync); }

// Only this is promised: the store opens and holds a prefix of the written commits.
TEST(PowerLossTest, UnsyncedStoreOpens) { LiveAndDie(Durability::kOs); }

// The test's disk must be able to lose data, or the tests above prove nothing.
TEST(PowerLossTest, UnsyncedCommitsAreLost) {
  PowerLossDisk disk(1);
  const TemporaryFolder folder;
  const RocksDbOptions options{
      .path = folder.path(), .durability = Durability::kOs, .file_system_hook = disk.hook()};
  {
    auto engine = OpenRocksDb(options);
    ASSERT_TRUE(engine.has_value()) << engine.error().message;
    for (CommitNumber number = 1; number <= 100; ++number) {
      const Commit commit{.number = number, .appends = {{kLog, "", Bytes(1000, 'x')}}};
      ASSERT_TRUE((*engine)->Apply({&commit, 1}).has_value());
    }
    disk.CutPowerAfter(1);
  }
  disk.Restore();
  auto engine = OpenRocksDb(options);
  ASSERT_TRUE(engine.has_value()) << engine.error().message;
  EXPECT_LT((*engine)->Read(kLog, {}, {})->entries.size(), 100U);
}

}  // namespace
}  // namespace stator::storage::testing
