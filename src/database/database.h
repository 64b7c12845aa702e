#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "api/context.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/result.h"
#include "capacity/account.h"
#include "capacity/account_work.h"
#include "database/clock_hold.h"
#include "database/lane.h"
#include "database/service_time.h"
#include "observe/alarms.h"
#include "observe/entities.h"
#include "observe/insights.h"
#include "observe/metric_store.h"
#include "observe/recorder.h"
#include "observe/sampler.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "streams/stream_work.h"
#include "table/expiry_work.h"
#include "table/index_work.h"
#include "table/write.h"

namespace stator::database {

class Background;
class PartitionWork;
class ScalingWork;
class WorkerPool;

struct DatabaseOptions {
  // Where the data lives; empty: in memory, gone with the process.
  std::string data_folder;
  storage::Durability durability = storage::Durability::kFsync;
  // Opens a folder that lost acknowledged writes with those that are left.
  bool accept_loss = false;
  std::string region = "us-east-1";
  std::string account = "123456789012";
  TimeMicros status_delay = 0;
  // How large an item collection of a table with local indexes may grow; less only to test what
  // happens then.
  std::int64_t collection_bytes_max = limits::kCollectionBytesMax;
  // Service time by which global indexes follow their tables; 0: with every commit.
  TimeMicros index_lag = 0;
  // Whether transactions may rely on the engine to commit items of several partitions at once; off
  // only to test how they do without.
  bool commits_across_partitions = true;
  // Whether, and how long after, items are removed that have expired.
  bool sweep_expired = true;
  TimeMicros expiry_delay = 0;
  // GetRecords calls that a shard takes within a second of service time; 0: any number.
  std::int64_t stream_reads_max = 0;
  // Service time for which a shard of a stream stays open.
  TimeMicros shard_lifetime = limits::kShardLifetime;
  // What becomes of traffic beyond a table's capacity, for tables that do not say so themselves.
  catalog::CapacityMode capacity = catalog::CapacityMode::kObserve;
  // How much a partition may hold before it is split; less only to see that happen.
  std::int64_t partition_bytes_max = limits::kPartitionBytesMax;
  api::Quotas quotas;
  // Threads of each lane, for what may wait or take long. Short reads and single writes use none.
  std::size_t workers = 2;
  // Where the store tells what operators should know; null: nowhere. Outlives the database.
  Log* log = nullptr;
  // Free disk space that the store keeps for compaction, and files that it may have open; see
  // storage::RocksDbOptions.
  std::uint64_t disk_reserve_bytes_max = storage::RocksDbOptions().reserve_bytes_max;
  std::size_t open_files_max = storage::RocksDbOptions().open_files_max;
  // For tests; see storage::RocksDbOptions.
  std::shared_ptr<storage::FileSystemHook> file_system_hook;
  // Where service time comes from; null: the database's own clock, which TurnClock turns. Must
  // outlive the database.
  const ServiceClock* clock = nullptr;
  // For tests: the machine's time, which the database's own clock follows.
  TurnableClock::MachineTime machine_time = MachineNow;
};

// A whole database in the process: the one door that the server, the workbench and programs that
// link the library use. It starts all threads there are below the server. Safe for concurrent use.
class Database {
 public:
  static Result<std::unique_ptr<Database>> Open(const DatabaseOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  api::Context& context() { return *context_; }

  // Runs work that may wait on a worker of the lane. False, and `work` is not run, if too much is
  // waiting already.
  bool RunOnPool(Lane lane, std::move_only_function<void()> work);

  // See CommitQueue::Submit.
  void Submit(table::Command command, table::CommitQueue::Done done);

  // See Transactions::Run.
  void Transact(table::Transaction transaction, table::Transactions::Done done);

  // Has the transactions that are held on purpose end without their commit, and holds none from now
  // on. Never waits.
  void GiveUpHeld();

  // Writes submitted and not yet answered.
  std::size_t queue_depth() const { return queue_->depth(); }
  const storage::Engine& engine() const { return *engine_; }
  // Records that global indexes have yet to take in.
  std::size_t lagged() const { return queue_->lagged(); }
  // Items that time to live has removed since the start.
  std::uint64_t expired_items() const { return expiry_work_->deleted(); }
  // What was done to the items of each kind.
  const observe::Entities& entities() const { return entities_; }
  // Why the store takes no writes for now, as when the disk is full; empty where it does. It heals
  // by itself, also if nobody writes.
  std::string store_fault() const;
  // The first damage that a read met on disk; empty where there is none. It does not heal.
  std::string store_damage() const;
  // Makes a copy of the data folder while it is in use; see storage::Checkpoint. Waits.
  Result<> CopyTo(const std::string& target);
  // Steps of background work that failed and are tried again.
  std::uint64_t background_failures() const;

  // What service time is. See ServiceTime for turning it, which wakes whoever waits for a time.
  ClockReading ReadClock() const;
  Result<ClockReading> TurnClock(const ClockTurn& turn);
  // The time is right although nobody used the folder for long: items may expire. Waits.
  Result<ClockReading> ConfirmClock();

  // What has been used, held and provisioned since the account began.
  capacity::AccountUse ReadAccount();
  // Has it begin anew, at the time that it returns. That is durable with the next step of
  // background work.
  TimeMicros ResetAccount();

  // Ends background work early, for tests that step a part of it themselves.
  void StopBackground();

  // Finishes what was accepted and closes the store; nothing is accepted after. The destructor does
  // it too.
  void Stop();

 private:
  Database();
  Result<table::StepOutcome> Step();
  void Wake();
  void SetWaker(Background* background);
  Result<> StartWork(const DatabaseOptions& options, const ServiceClock& clock);
  Result<> StartObserving(const DatabaseOptions& options, const ServiceClock& clock);
  void StartLanes(std::size_t workers);
  bool LeavesItsLane(const table::Transaction& transaction) const;

  // The background, for whoever works while it is being made or after it is gone; the store may.
  Mutex waker_mutex_;
  Background* waker_ GUARDED_BY(waker_mutex_) = nullptr;
  expr::Cache expressions_;
  api::Advice advice_;
  std::unique_ptr<storage::Engine> engine_;
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<ServiceTime> service_time_;
  std::unique_ptr<ClockHold> clock_hold_;
  std::unique_ptr<table::CommitQueue> queue_;
  std::unique_ptr<table::Transactions> transactions_;
  bool commits_at_once_ = true;  // transactions do, and wait for no other decision meanwhile
  std::unique_ptr<table::IndexWork> index_work_;
  std::unique_ptr<table::ExpiryWork> expiry_work_;
  std::unique_ptr<streams::StreamWork> stream_work_;
  std::unique_ptr<streams::ReadLimiter> stream_reads_;
  std::unique_ptr<capacity::Governor> governor_;
  std::unique_ptr<capacity::Meter> meter_;
  std::unique_ptr<PartitionWork> partition_work_;
  observe::Recorder recorder_;
  observe::Entities entities_;
  std::unique_ptr<observe::EntityWork> entity_work_;
  std::unique_ptr<observe::MetricStore> metrics_;
  std::unique_ptr<observe::Sampler> sampler_;
  std::unique_ptr<observe::Insights> insights_;
  std::unique_ptr<observe::Alarms> alarms_;
  std::unique_ptr<capacity::Account> account_;
  std::unique_ptr<capacity::AccountWork> account_work_;
  std::unique_ptr<Background> background_;
  scaling::Consumption consumption_;
  std::unique_ptr<scaling::Registry> scaling_;
  std::unique_ptr<api::Context> context_;
  std::unique_ptr<ScalingWork> scaling_work_;
  // The same, once it is there: it needs the context, which needs the background.
  std::atomic<ScalingWork*> scaler_ = nullptr;
  std::array<std::unique_ptr<WorkerPool>, kLanes> lanes_;
};

}  // namespace stator::database
