#include "database/store.h"

#include <utility>

#include "base/check.h"
#include "storage/checkpoint.h"
#include "storage/memory/memory_engine.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/statistics.h"
#include "table/lag_log.h"

namespace stator::database {
namespace {

Result<std::unique_ptr<storage::Engine>> OpenEngine(const DatabaseOptions& options) {
  if (options.data_folder.empty()) return storage::OpenMemory();
  storage::RocksDbOptions rocksdb;
  rocksdb.path = options.data_folder;
  rocksdb.durability = options.durability;
  rocksdb.accept_loss = options.accept_loss;
  rocksdb.reserve_bytes_max = options.disk_reserve_bytes_max;
  rocksdb.open_files_max = options.open_files_max;
  rocksdb.log = options.log;
  rocksdb.file_system_hook = options.file_system_hook;
  return storage::OpenRocksDb(rocksdb);
}

// Returns the splits that the traffic calls for. It runs once a second, and bounds the history of
// heat on the way.
std::vector<WantedSplit> SplitsWanted(capacity::Governor& governor, TimeMicros now) {
  governor.TrimHeat(now);
  std::vector<WantedSplit> wanted;
  for (auto& split : governor.Nominate(now)) {
    const bool is_growth = split.why == capacity::HeatSplit::Why::kGrowth;
    wanted.push_back({std::move(split.table_name), split.table, std::move(split.index),
                      split.partition, std::move(split.at),
                      is_growth ? catalog::SplitReason::kGrowth : catalog::SplitReason::kHeat});
  }
  return wanted;
}

table::IndexWorkOptions IndexOptions(const DatabaseOptions& options, observe::Recorder& recorder) {
  return {.status_delay = options.status_delay,
          .filled = [&recorder](const catalog::Table& table, const catalog::Index& index,
                                TimeMicros now, const table::Backfilled& filled) {
            recorder.NoteSum(
                observe::Metric::kIndexWrite, {.table = table->name, .part = index.name}, now,
                static_cast<double>(filled.units) / 2, static_cast<double>(filled.entries));
          }};
}

table::ExpiryOptions ExpiryOptionsOf(const DatabaseOptions& options, const Store::Shared& shared) {
  return {.sweep = options.sweep_expired,
          .delay = options.expiry_delay,
          .is_held = shared.holds_expiry,
          .removed = [&recorder = shared.recorder](const catalog::Table& table, TimeMicros now,
                                                   std::size_t items) {
            recorder.NoteSum(observe::Metric::kExpiredItems, {.table = table->name}, now,
                             static_cast<double>(items), static_cast<double>(items));
          }};
}

}  // namespace

Result<std::unique_ptr<Store>> Store::Open(const DatabaseOptions& options) {
  auto store = std::unique_ptr<Store>(new Store());  // private constructor
  store->engine_ = TRY(OpenEngine(options));
  auto catalog = catalog::Catalog::Load(*store->engine_);
  if (!catalog) {
    return Fail(ErrorCode::kStartup, "The data in " + options.data_folder +
                                         " cannot be read: " + catalog.error().message + ".");
  }
  store->catalog_ = std::move(*catalog);
  return store;
}

Result<> Store::StartQueue(const DatabaseOptions& options, const ServiceClock& clock,
                           table::CommitQueue::RunWork workers, std::function<void()> wake) {
  auto lag = table::LagLog::Load(*engine_, options.index_lag, std::move(wake));
  if (!lag) return Fail(ErrorCode::kStartup, lag.error().message);
  queue_ = std::make_unique<table::CommitQueue>(*engine_, *catalog_, clock,
                                                options.collection_bytes_max, std::move(*lag));
  queue_->UseWorkers(std::move(workers));
  return {};
}

Result<> Store::StartWork(const DatabaseOptions& options, const Shared& shared) {
  CHECK(queue_ != nullptr);
  const ServiceClock& clock = shared.clock;
  index_work_ = std::make_unique<table::IndexWork>(*engine_, *catalog_, *queue_, clock,
                                                   IndexOptions(options, shared.recorder));
  stream_work_ = std::make_unique<streams::StreamWork>(*engine_, *catalog_, *queue_, clock,
                                                       options.shard_lifetime);
  expiry_work_ = std::make_unique<table::ExpiryWork>(*engine_, *catalog_, *queue_, clock,
                                                     ExpiryOptionsOf(options, shared));
  using Protocol = table::Transactions::Protocol;
  commits_at_once_ = options.commits_across_partitions && engine_->traits().atomic_across_routes;
  transactions_ = std::make_unique<table::Transactions>(
      *engine_, *catalog_, *queue_, clock,
      commits_at_once_ ? Protocol::kOneCommit : Protocol::kTwoPhase, shared.wake);
  if (const auto loaded = transactions_->Load(); !loaded) {
    return Fail(ErrorCode::kStartup, loaded.error().message);
  }
  partition_work_ = std::make_unique<PartitionWork>(
      *engine_, *catalog_, *queue_, clock, options.partition_bytes_max,
      [&governor = shared.governor](TimeMicros now) { return SplitsWanted(governor, now); });
  return {};
}

std::vector<table::SteppedWork*> Store::Works() {
  return {index_work_.get(), expiry_work_.get(), transactions_.get(), stream_work_.get(),
          partition_work_.get()};
}

std::string Store::fault() const {
  const auto* source = storage::FindStatistics(*engine_);
  return source == nullptr ? std::string() : source->Statistics().fault;
}

std::string Store::damage() const {
  const auto* source = storage::FindStatistics(*engine_);
  return source == nullptr ? std::string() : source->Statistics().damage;
}

Result<> Store::CopyTo(const std::string& target) {
  auto* checkpoint = storage::FindCheckpoint(*engine_);
  if (checkpoint == nullptr) return FailInvalid("Data in memory cannot be backed up.");
  return checkpoint->CopyTo(target);
}

void Store::StopTransactions() {
  if (transactions_) transactions_->Stop();
}

void Store::StopQueue() {
  if (!queue_) return;
  // Every change stores the time, even one that changes nothing else. Without it, time shown since
  // the last write could repeat if the machine's clock is set back before the next start.
  Ignore(queue_->Change([](catalog::Catalog&) { return catalog::Change{}; }),
         "if the store refuses writes, it keeps the time of its last commit");
  queue_->Stop();
}

}  // namespace stator::database
