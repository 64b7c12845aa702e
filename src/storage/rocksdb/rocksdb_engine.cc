#include "storage/rocksdb/rocksdb_engine.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/write_batch.h>

#include "base/check.h"
#include "base/limits.h"
#include "base/mutex.h"
#include "storage/checkpoint.h"
#include "storage/integrity.h"
#include "storage/page_fill.h"
#include "storage/range_sizes.h"
#include "storage/rising_numbers.h"
#include "storage/rocksdb/backup.h"
#include "storage/rocksdb/buffer_switch.h"
#include "storage/rocksdb/caretaker.h"
#include "storage/rocksdb/compaction_gate.h"
#include "storage/rocksdb/damage_note.h"
#include "storage/rocksdb/data_folder.h"
#include "storage/rocksdb/drop_compaction.h"
#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/flush_watch.h"
#include "storage/rocksdb/log_scan.h"
#include "storage/rocksdb/recovery_check.h"
#include "storage/rocksdb/rocksdb_health.h"
#include "storage/rocksdb/rocksdb_keys.h"
#include "storage/rocksdb/rocksdb_options.h"
#include "storage/rocksdb/space_watch.h"
#include "storage/rocksdb/wal_guard.h"
#include "storage/rocksdb/watermark.h"
#include "storage/space_guard.h"
#include "storage/statistics.h"
#include "storage/version_overlay.h"

namespace stator::storage {
namespace {

using rocksdb::Slice;

// The objects that the database uses. They must outlive it, and the order of the members matters.
struct Surroundings {
  DataFolder folder;
  std::shared_ptr<rocksdb::FileSystem> disk;
  std::shared_ptr<WalLedger> wal;
  std::unique_ptr<Watermark> watermark;  // null while the store is being opened
  std::shared_ptr<DamageNote> damage;
  std::shared_ptr<FlushWatch> flushes;
  std::shared_ptr<RocksDbHealth> health;
  std::shared_ptr<SpaceWatch> space;
  std::unique_ptr<rocksdb::Env> env;
  std::shared_ptr<BufferSwitch> buffer;
  std::shared_ptr<DropCompaction> drop_compaction;
};

std::unexpected<Error> FailRead(DamageNote& damage, const rocksdb::Status& status) {
  const auto code =
      status.IsCorruption() ? ErrorCode::kCorruption : ErrorCode::kInternalServerError;
  if (status.IsCorruption()) damage.Note(status.ToString());
  return Fail(code, fmt::format("The store cannot read: {}", status.ToString()));
}

constexpr char kReadOnly[] = "it is open read-only";

// Fails a write. REQUIRES: nothing of it was applied.
std::unexpected<Error> FailWrite(const std::string& reason) {
  return Fail(ErrorCode::kUnavailable, fmt::format("The store cannot write for now: {}", reason));
}

Result<DiskValue> Parse(DamageNote& damage, const Slice& bytes) {
  const auto value = ParseDiskValue({bytes.data(), bytes.size()});
  if (value) return *value;
  constexpr char kShort[] = "A stored entry is shorter than its version.";
  damage.Note(kShort);
  return Fail(ErrorCode::kCorruption, kShort);
}

Result<std::optional<Entry>> ToEntry(DamageNote& damage, const rocksdb::Status& status,
                                     const Slice& bytes) {
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) return FailRead(damage, status);
  const DiskValue value = TRY(Parse(damage, bytes));
  return Entry{value.version, Bytes(value.value)};
}

// Adds puts and deletes to a batch, in the bytes of docs/formats/storage.md. The CHECKs cannot
// fail: a batch refuses only keys and values of 4 GB.
class BatchWriter {
 public:
  explicit BatchWriter(rocksdb::WriteBatch& batch) : batch_(batch) {}

  void Add(const Commit& commit) {
    for (const SpaceDrop& drop : commit.drops) {
      const Bytes begin = SpacePrefix(drop.space);
      const Bytes end = SpaceEnd(drop.space);
      CHECK(batch_.DeleteRange(begin, end).ok());
    }
    for (const Mutation& change : commit.changes) {
      const auto& [space, key] = change.address;
      if (change.value) {
        Put(space, key, commit.number, *change.value);
      } else {
        Delete(space, key);
      }
    }
    for (const LogRecord& record : commit.appends) {
      Put(record.log, LogKey(commit.number, record.suffix), commit.number, record.value);
    }
  }

 private:
  void Put(Space space, BytesView key, Version version, BytesView value) {
    const Bytes prefix = SpacePrefix(space);
    std::array<char, kVersionBytes> version_bytes{};
    PutBigEndian64(version, version_bytes.data());
    const std::array key_parts{Slice(prefix), Slice(key.data(), key.size())};
    const std::array value_parts{Slice(version_bytes.data(), version_bytes.size()),
                                 Slice(value.data(), value.size())};
    CHECK(batch_.Put({key_parts.data(), 2}, {value_parts.data(), 2}).ok());
  }

  void Delete(Space space, BytesView key) {
    const Bytes prefix = SpacePrefix(space);
    const std::array key_parts{Slice(prefix), Slice(key.data(), key.size())};
    CHECK(batch_.Delete({key_parts.data(), 2}).ok());
  }

  rocksdb::WriteBatch& batch_;
};

std::vector<Space> DroppedBy(std::span<const Commit> commits, const std::vector<bool>& applied) {
  std::vector<Space> dropped;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (!applied[i]) continue;
    for (const SpaceDrop& drop : commits[i].drops) dropped.push_back(drop.space);
  }
  return dropped;
}

// The engine on RocksDB.
//
// A read never returns changes that a crash could undo. With `sync`, RocksDB writes a batch to the
// log and syncs it before it puts the batch into the write buffer. Only after that can reads see
// the batch. If the log fails, the batch never enters the write buffer. unordered_write and
// disableWAL, which would break this order, are off. Under Durability::kOs, "a crash" means one of
// the process.
class RocksDbEngine final : public Engine,
                            public StatisticsSource,
                            public RangeSizes,
                            public Checkpoint,
                            public Integrity,
                            public SpaceGuard {
 public:
  RocksDbEngine(Surroundings surroundings, std::unique_ptr<rocksdb::DB> db,
                const RocksDbOptions& options);
  RocksDbEngine(const RocksDbEngine&) = delete;
  RocksDbEngine& operator=(const RocksDbEngine&) = delete;
  ~RocksDbEngine() override;

  Traits traits() const override { return {.atomic_across_routes = true, .sole_writer = true}; }

  Result<std::optional<Entry>> Get(Space space, BytesView key) override;
  Result<std::vector<std::optional<Entry>>> MultiGet(std::span<const Address> wanted) override;
  Result<Page> Read(Space space, const KeyRange& range, const PageLimits& limits) override;
  Result<std::vector<bool>> Apply(std::span<const Commit> commits) override;

  bool is_low_on_space() const override { return surroundings_.health->is_low_on_space(); }

  EngineStatistics Statistics() const override;
  Result<> CopyTo(const std::string& target) override;
  std::vector<std::string> DamagedFiles() override;
  Result<std::vector<std::uint64_t>> SizesOf(Space space,
                                             std::span<const KeyRange> ranges) const override;

 private:
  // Fills the batch with the commits whose guards hold, and returns which ones do.
  Result<std::vector<bool>> Collect(std::span<const Commit> commits) REQUIRES(writer_);
  Result<std::vector<bool>> CollectContained(std::span<const Commit> commits) REQUIRES(writer_);
  Result<bool> Holds(const Guard& guard, const VersionOverlay& overlay);
  Result<> Write() REQUIRES(writer_);
  std::uint64_t Property(const std::string& name) const;

  Surroundings surroundings_;
  std::unique_ptr<rocksdb::DB> db_;
  const rocksdb::WriteOptions write_options_;
  const bool read_only_;

  // Allows one Apply at a time, so that guards stay true until the batch is written. Apply holds it
  // across the sync, for which its callers wait anyway. Reads never take it.
  Mutex writer_;
  Mutex backup_;  // one copy at a time. Lock order: backup_ before writer_
  rocksdb::WriteBatch batch_ GUARDED_BY(writer_);
  RisingNumbers numbers_ GUARDED_BY(writer_);
  std::unique_ptr<Caretaker> caretaker_;  // null if read-only; last: its thread locks writer_
};

RocksDbEngine::RocksDbEngine(Surroundings surroundings, std::unique_ptr<rocksdb::DB> db,
                             const RocksDbOptions& options)
    : surroundings_(std::move(surroundings)),
      db_(std::move(db)),
      write_options_(TuneWrites(options.durability)),
      read_only_(options.read_only) {
  if (read_only_) return;
  const auto seal = [this] {
    const MutexLock lock(writer_);
    if (!surroundings_.health->has_stopped()) BufferSwitch::Seal(*db_);
  };
  caretaker_ = std::make_unique<Caretaker>(
      *db_, Caretaker::Options{.health = surroundings_.health,
                               .flushes = surroundings_.flushes,
                               .space = surroundings_.space,
                               .heal_interval = options.heal_interval,
                               .idle_seal_interval = options.idle_seal_interval,
                               .await_writers = [this] { const MutexLock lock(writer_); },
                               .seal_buffer = seal});
  surroundings_.health->OnFault([this] { caretaker_->Rouse(); });
  caretaker_->Rouse();  // for a fault before this line
}

RocksDbEngine::~RocksDbEngine() {
  if (read_only_) {
    db_->Close().PermitUncheckedError();
    return;
  }
  surroundings_.health->OnFault({});
  caretaker_->Stop();
  // Leaves nothing in the log for the next open to replay. If the disk refuses the flush, the log
  // keeps its entries.
  rocksdb::FlushOptions flush;
  flush.allow_write_stall = true;  // no more writes come; otherwise Flush waits for compactions
  if (!surroundings_.health->has_stopped()) {
    db_->Flush(flush).PermitUncheckedError();
    surroundings_.flushes->AwaitEnds();  // RocksDB 7.8 does not wait if it was ever healed
    surroundings_.watermark->Advance(surroundings_.wal->synced());
  }
  rocksdb::CancelAllBackgroundWork(db_.get(), /*wait=*/true);
  db_->Close().PermitUncheckedError();
  const auto manifest = FindManifest(*surroundings_.disk, surroundings_.folder.store_path());
  if (manifest && !surroundings_.health->has_stopped()) {
    surroundings_.watermark->NoteStop(*manifest);
  }
}

Result<std::optional<Entry>> RocksDbEngine::Get(Space space, BytesView key) {
  const Bytes disk_key = DiskKey(space, key);
  rocksdb::PinnableSlice bytes;
  const auto status =
      db_->Get(rocksdb::ReadOptions(), db_->DefaultColumnFamily(), disk_key, &bytes);
  return ToEntry(*surroundings_.damage, status, bytes);
}

Result<std::vector<std::optional<Entry>>> RocksDbEngine::MultiGet(std::span<const Address> wanted) {
  std::vector<Bytes> disk_keys;
  disk_keys.reserve(wanted.size());
  for (const auto& [space, key] : wanted) disk_keys.push_back(DiskKey(space, key));
  const std::vector<Slice> keys(disk_keys.begin(), disk_keys.end());
  std::vector<rocksdb::PinnableSlice> bytes(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());

  rocksdb::ManagedSnapshot moment(db_.get());
  rocksdb::ReadOptions options;
  options.snapshot = moment.snapshot();
  if (!keys.empty()) {
    db_->MultiGet(options, db_->DefaultColumnFamily(), keys.size(), keys.data(), bytes.data(),
                  statuses.data());
  }
  std::vector<std::optional<Entry>> found;
  found.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i)
    found.push_back(TRY(ToEntry(*surroundings_.damage, statuses[i], bytes[i])));
  return found;
}

Result<Page> RocksDbEngine::Read(Space space, const KeyRange& range, const PageLimits& limits) {
  if (!range.end.empty() && range.begin >= range.end) return Page();
  const Bytes begin = DiskKey(space, range.begin);
  const Bytes end = range.end.empty() ? SpaceEnd(space) : DiskKey(space, range.end);
  const Slice lower(begin);
  const Slice upper(end);
  rocksdb::ReadOptions options;
  options.iterate_lower_bound = &lower;
  options.iterate_upper_bound = &upper;
  // auto_prefix_mode would skip keys shorter than a prefix in some ranges.
  options.total_order_seek = !SharesFilterPrefix(begin, end);
  options.max_skippable_internal_keys = limits.traces_max;

  const std::unique_ptr<rocksdb::Iterator> entries(db_->NewIterator(options));
  if (range.backward) {
    // The end itself is outside the bounds, so this finds the last entry before it.
    entries->SeekForPrev(upper);
  } else {
    entries->Seek(lower);
  }
  PageFill page(limits);
  while (entries->Valid() && !page.full()) {
    const DiskValue value = TRY(Parse(*surroundings_.damage, entries->value()));
    const Slice key = entries->key();
    page.Add({key.data() + kSpaceBytes, key.size() - kSpaceBytes}, value.version, value.value);
    range.backward ? entries->Prev() : entries->Next();
  }
  if (entries->status().IsIncomplete()) {
    auto part = std::move(page).Finish(true);
    part.gave_up = true;
    return part;
  }
  if (!entries->status().ok()) return FailRead(*surroundings_.damage, entries->status());
  return std::move(page).Finish(entries->Valid());
}

Result<std::vector<bool>> RocksDbEngine::Apply(std::span<const Commit> commits) {
  if (read_only_) return FailWrite(kReadOnly);
  const MutexLock lock(writer_);
  numbers_.Check(commits);
  auto applied = TRY(CollectContained(commits));
  if (batch_.Count() > 0) {
    const Result<> written = Write();
    // After kUnavailable nothing was applied, and the numbers may be used again.
    if (written || written.error().code != ErrorCode::kUnavailable) numbers_.Settle(commits);
    if (!written) return Fail(written.error());
    surroundings_.watermark->Advance(surroundings_.wal->synced());
    caretaker_->Wake();
    surroundings_.buffer->MaybeSeal(*db_);
    surroundings_.drop_compaction->Begin(*db_, DroppedBy(commits, applied));
  }
  return applied;
}

Result<std::vector<bool>> RocksDbEngine::Collect(std::span<const Commit> commits) {
  batch_.Clear();
  if (!surroundings_.buffer->is_primed()) {  // the first batch of a log
    CHECK(batch_.PutLogData(LogPredecessor(surroundings_.wal->previous_log())).ok());
  }
  BatchWriter writer(batch_);
  VersionOverlay overlay;
  const bool has_guards =
      std::ranges::any_of(commits, [](const Commit& commit) { return !commit.guards.empty(); });
  std::vector<bool> applied;
  applied.reserve(commits.size());
  for (const Commit& commit : commits) {
    bool holds = true;
    for (const Guard& guard : commit.guards) holds = holds && TRY(Holds(guard, overlay));
    applied.push_back(holds);
    if (!holds) continue;
    writer.Add(commit);
    if (has_guards) overlay.Note(commit);
  }
  return applied;
}

// The batch is the only large memory of a commit, and nothing is written yet. So a lack of memory
// fails only these commits.
Result<std::vector<bool>> RocksDbEngine::CollectContained(std::span<const Commit> commits) {
  try {
    return Collect(commits);
  } catch (...) {
    batch_ = rocksdb::WriteBatch();
    return Fail(ErrorCode::kUnavailable, "There is not enough memory to write.");
  }
}

Result<bool> RocksDbEngine::Holds(const Guard& guard, const VersionOverlay& overlay) {
  if (const auto version = overlay.Find(guard.address)) return *version == guard.version;
  const Bytes disk_key = DiskKey(guard.address.space, guard.address.key);
  rocksdb::PinnableSlice bytes;
  const auto status =
      db_->Get(rocksdb::ReadOptions(), db_->DefaultColumnFamily(), disk_key, &bytes);
  if (status.IsNotFound()) return guard.version == kAbsent;
  if (!status.ok()) return FailRead(*surroundings_.damage, status);
  return TRY(Parse(*surroundings_.damage, bytes)).version == guard.version;
}

// Writes the batch in one write and one sync, so that a crash keeps all of it or nothing.
// docs/design/0001 explains how the two kinds of failure differ.
Result<> RocksDbEngine::Write() {
  const auto& health = *surroundings_.health;
  // The engine does not ask RocksDB, which might be healing and let the write wait.
  if (health.has_stopped()) return FailWrite(health.fault());
  rocksdb::WriteOptions options = write_options_;
  // RocksDB slows down writes that outrun compaction, which helps only if a compaction ends.
  options.no_slowdown = health.compactions_fail();
  const rocksdb::Status primed = surroundings_.buffer->Prime(*db_, options.no_slowdown);
  if (!primed.ok()) return FailWrite(primed.ToString());
  const WalLedger& wal = *surroundings_.wal;
  const std::uint64_t appends = wal.appends.load();
  const std::uint64_t failed_appends = wal.failed_appends.load();
  const rocksdb::Status status = db_->Write(options, &batch_);
  if (batch_.GetDataSize() > limits::kBufferKeptBytesMax) batch_ = rocksdb::WriteBatch();
  if (status.ok()) return {};

  // Resuming on the broken log would abort the process. RocksDB's limits are set so that it never
  // seals a buffer within a write. This check protects the process if it does.
  if (!surroundings_.buffer->is_primed()) {
    surroundings_.health->GiveUp("a restart is needed after a disk fault");
  }
  const bool is_in_log =
      wal.appends.load() != appends && wal.failed_appends.load() == failed_appends;
  if (is_in_log) {
    return Fail(ErrorCode::kInternalServerError,
                fmt::format("The store does not know whether it wrote: {}", status.ToString()));
  }
  return FailWrite(status.ToString());
}

EngineStatistics RocksDbEngine::Statistics() const {
  return {.disk_bytes = Property(rocksdb::DB::Properties::kLiveSstFilesSize),
          .memory_bytes = Property(rocksdb::DB::Properties::kCurSizeAllMemTables) +
                          Property(rocksdb::DB::Properties::kBlockCacheUsage),
          .refuses_writes = surroundings_.health->refuses_writes(),
          .fault = surroundings_.health->fault(),
          .damage = surroundings_.damage->first()};
}

Result<std::vector<std::uint64_t>> RocksDbEngine::SizesOf(Space space,
                                                          std::span<const KeyRange> ranges) const {
  std::vector<Bytes> edges;  // two for each range
  edges.reserve(2 * ranges.size());
  for (const auto& range : ranges) {
    edges.push_back(DiskKey(space, range.begin));
    edges.push_back(range.end.empty() ? SpaceEnd(space) : DiskKey(space, range.end));
  }
  std::vector<rocksdb::Range> wanted;
  for (std::size_t i = 0; i < edges.size(); i += 2) {
    const bool is_empty = edges[i] >= edges[i + 1];
    wanted.emplace_back(edges[i], is_empty ? edges[i] : edges[i + 1]);
  }
  rocksdb::SizeApproximationOptions options;
  options.include_memtables = true;
  options.include_files = true;
  options.files_size_error_margin = 0.1;  // of a partition's size
  std::vector<std::uint64_t> sizes(ranges.size());
  if (ranges.empty()) return sizes;
  const auto status = db_->GetApproximateSizes(options, db_->DefaultColumnFamily(), wanted.data(),
                                               static_cast<int>(wanted.size()), sizes.data());
  if (!status.ok()) return FailRead(*surroundings_.damage, status);
  return sizes;
}

Result<> RocksDbEngine::CopyTo(const std::string& target) {
  if (read_only_) return FailWrite(kReadOnly);
  if (surroundings_.health->has_stopped()) {
    return Fail(ErrorCode::kUnavailable,
                "A backup cannot be made while the store takes no writes; GET /_stator/health says "
                "why.");
  }
  TRY(CheckBackupTarget(target));
  const MutexLock one_at_a_time(backup_);
  const std::string staging = surroundings_.folder.staging_path();
  {
    const MutexLock lock(writer_);
    TRY(StageBackup(*db_, staging));
  }
  return PublishBackup(*surroundings_.disk, staging, target);
}

// Checks each file separately, because RocksDB's check of the whole database ends with the first
// damaged file.
std::vector<std::string> RocksDbEngine::DamagedFiles() {
  std::vector<rocksdb::LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  std::vector<std::string> damaged;
  for (const auto& file : files) {
    rocksdb::SstFileReader reader(db_->GetOptions());
    rocksdb::Status status = reader.Open(file.directory + "/" + file.relative_filename);
    if (status.ok()) status = reader.VerifyChecksum();
    if (status.ok()) continue;
    damaged.push_back(
        fmt::format("File db/{} is damaged ({}).", file.relative_filename, status.ToString()));
  }
  return damaged;
}

std::uint64_t RocksDbEngine::Property(const std::string& name) const {
  std::uint64_t value = 0;
  return db_->GetIntProperty(name, &value) ? value : 0;
}

Surroundings MakeSurroundings(const RocksDbOptions& options, DataFolder folder) {
  const FileSystemHook* const hook = options.file_system_hook.get();
  const auto disk = hook != nullptr ? hook->file_system : rocksdb::FileSystem::Default();
  auto wal = std::make_shared<WalLedger>();
  auto flushes = std::make_shared<FlushWatch>();
  auto damage = std::make_shared<DamageNote>(options.log);
  auto health = std::make_shared<RocksDbHealth>(options.log, damage);
  auto space = std::make_shared<SpaceWatch>(
      SpaceWatch::Options{.disk = disk,
                          .path = folder.store_path(),
                          .reserve_bytes_max = options.reserve_bytes_max,
                          .health = health});
  // Healing waits for compactions, so none may continue while the store has stopped.
  const CompactionGate gate(
      [health, space](std::size_t bytes) {
        return !health->has_stopped() && space->TakeForCompaction(bytes);
      },
      [space](std::size_t bytes) { space->EndCompaction(bytes); });
  auto env = gate.Watch(flushes->Watch(
      rocksdb::NewCompositeEnv(gate.Guard(GuardWal(disk, folder.store_path(), wal)))));
  if (hook != nullptr && hook->wrap_env != nullptr) env = hook->wrap_env(std::move(env));
  return {.folder = std::move(folder),
          .disk = disk,
          .wal = std::move(wal),
          .watermark = nullptr,
          .damage = std::move(damage),
          .flushes = flushes,
          .health = health,
          .space = space,
          .env = std::move(env),
          .buffer = std::make_shared<BufferSwitch>(WriteBufferBytes(options)),
          .drop_compaction = std::make_shared<DropCompaction>()};
}

std::unexpected<Error> CannotOpen(const std::string& path, const rocksdb::Status& status) {
  const auto say = [&](const char* sentence) {
    return Fail(ErrorCode::kStartup, fmt::format(fmt::runtime(sentence), path, status.ToString()));
  };
  if (status.IsNoSpace()) return say("The disk of the data folder {} is full: {}.");
  if (status.IsCorruption()) return say("The data folder {} is damaged: {}.");
  return say("The data folder {} cannot be opened: {}.");
}

// Fails for a store without CURRENT that still has files. RocksDB would write a new CURRENT, and
// the next start would delete those files.
Result<> RefuseRemains(rocksdb::FileSystem& disk, const std::string& store) {
  std::vector<std::string> names;
  disk.GetChildren(store, {}, &names, nullptr).PermitUncheckedError();
  const bool has_remains = std::ranges::any_of(names, [](const std::string& name) {
    return name.ends_with(".sst") || name.ends_with(".log") || name.starts_with("MANIFEST-");
  });
  if (!has_remains) return {};
  return Fail(ErrorCode::kStartup,
              fmt::format("The store in {} is damaged: the file CURRENT is missing, but other "
                          "files exist. Restore the data folder from a backup.",
                          store));
}

// Returns a clause for each loss of acknowledged writes. It also gives the ledger the number of the
// log that the next one follows.
Result<std::vector<std::string>> LossesAtStart(const Surroundings& surroundings,
                                               const rocksdb::Options& options) {
  const std::string store = surroundings.folder.store_path();
  const bool has_store = surroundings.disk->FileExists(store + "/CURRENT", {}, nullptr).ok();
  if (!has_store) {
    if (!surroundings.folder.is_finished()) return std::vector<std::string>();
    TRY(RefuseRemains(*surroundings.disk, store));
    return std::vector<std::string>{
        "the store in db is lost, because its file db/CURRENT is "
        "missing"};
  }
  const auto logs = TRY(ScanLogs(*surroundings.disk, store));
  for (const auto& log : logs) {
    if (log.has_data) surroundings.wal->NoteLog(log.number);
  }
  const std::string path = surroundings.folder.watermark_path();
  const auto watermark = Watermark::Read(*surroundings.disk, path);
  std::vector<std::string> losses;
  if (surroundings.folder.must_have_watermark() &&
      surroundings.disk->FileExists(path, {}, nullptr).IsNotFound()) {
    losses.emplace_back("the file WATERMARK is missing, which names the last synced write");
  }
  const auto manifest = FindManifest(*surroundings.disk, store);
  if (manifest && watermark) {
    if (auto loss = ManifestLoss(*manifest, *watermark)) losses.push_back(*std::move(loss));
  }
  if (!NeedsLogs(logs, watermark)) return losses;
  const auto first_needed = FirstLogNeeded(options, store);
  // The store cannot be opened; the open that follows gives the reason.
  if (!first_needed && !logs.empty()) return losses;
  std::ranges::move(FindLosses(logs, first_needed.value_or(0), watermark),
                    std::back_inserter(losses));
  return losses;
}

// Fails a start that would lose acknowledged writes, unless the operator has accepted the loss.
Result<> RefuseLosses(const RocksDbOptions& options, const std::vector<std::string>& losses) {
  if (losses.empty()) return {};
  const std::string what = fmt::format("{}", fmt::join(losses, "; "));
  if (!options.accept_loss) {
    return Fail(
        ErrorCode::kStartup,
        fmt::format("The data folder {} may have lost acknowledged writes: {}. Restore the folder "
                    "from a backup, or start with --accept-loss to go on without the lost writes.",
                    options.path, what));
  }
  if (options.log != nullptr) options.log->Warning("loss-accepted", {{"what", what}});
  return {};
}

// Flushes all remaining entries to table files after an accepted loss, so that no later start meets
// the damaged logs.
rocksdb::Status RetireLogs(const Surroundings& surroundings, rocksdb::DB& db) {
  const rocksdb::Status primed = surroundings.buffer->Prime(db, /*no_slowdown=*/false);
  return primed.ok() ? db.Flush({}) : primed;
}

// Continues the watermark from the position where the store was opened.
Result<> StartWatermark(const RocksDbOptions& options, bool has_losses,
                        Surroundings& surroundings) {
  const std::string path = surroundings.folder.watermark_path();
  const auto before = Watermark::Read(*surroundings.disk, path);
  surroundings.watermark = TRY(Watermark::Open(*surroundings.disk, path));
  WatermarkState state = before.value_or(WatermarkState());
  const LogPosition now = surroundings.wal->synced();
  const bool was_strict = before && state.strict_from != UINT64_MAX;
  if (options.durability == Durability::kOs) {
    state.strict_from = UINT64_MAX;
  } else if (!was_strict) {
    state.strict_from = now.log;
  }
  if (has_losses || !before) state.synced = now;
  if (has_losses) state.manifest = ManifestPosition();
  if (before == state) return {};
  return surroundings.watermark->Restart(state);
}

}  // namespace

Result<std::unique_ptr<Engine>> OpenRocksDb(const RocksDbOptions& options) {
  auto folder =
      options.read_only ? DataFolder::OpenForReading(options.path) : DataFolder::Open(options.path);
  Surroundings surroundings = MakeSurroundings(options, TRY(std::move(folder)));
  if (!options.read_only) surroundings.folder.Tighten(options.log);
  const auto tuned = TuneRocksDb(options, surroundings.env.get(),
                                 {surroundings.flushes, surroundings.health, surroundings.buffer,
                                  surroundings.drop_compaction});
  const auto losses = TRY(LossesAtStart(surroundings, tuned));
  TRY(RefuseLosses(options, losses));
  rocksdb::DB* opened = nullptr;
  const std::string store = surroundings.folder.store_path();
  auto status = options.read_only ? rocksdb::DB::OpenForReadOnly(tuned, store, &opened)
                                  : rocksdb::DB::Open(tuned, store, &opened);
  std::unique_ptr<rocksdb::DB> db(opened);
  if (options.read_only) {
    if (!status.ok()) return CannotOpen(options.path, status);
    return std::make_unique<RocksDbEngine>(std::move(surroundings), std::move(db), options);
  }
  if (status.ok() && !losses.empty()) status = RetireLogs(surroundings, *db);
  if (!status.ok()) return CannotOpen(options.path, status);
  TRY(StartWatermark(options, !losses.empty(), surroundings));
  TRY(surroundings.folder.Finish());
  return std::make_unique<RocksDbEngine>(std::move(surroundings), std::move(db), options);
}

}  // namespace stator::storage
