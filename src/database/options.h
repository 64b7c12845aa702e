#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "api/services.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/turnable_clock.h"
#include "catalog/table.h"
#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::database {

// The options of a database.
struct DatabaseOptions {
  // The data folder; empty: the data is in memory and is lost when the process ends.
  std::string data_folder;
  storage::Durability durability = storage::Durability::kFsync;
  // Opens a folder that lost acknowledged writes, with the data that is left.
  bool accept_loss = false;
  std::string region = "us-east-1";
  std::string account = "123456789012";
  TimeMicros status_delay = 0;
  // Maximum size of an item collection in a table with local indexes. Tests lower it to reach the
  // bound.
  std::int64_t collection_bytes_max = limits::kCollectionBytesMax;
  // Service time by which global indexes lag behind their tables; 0: they are part of every commit.
  TimeMicros index_lag = 0;
  // Whether transactions may use the engine's commits across partitions. Tests turn it off to use
  // the two-phase protocol.
  bool commits_across_partitions = true;
  // Whether expired items are removed, and how long after their expiry.
  bool sweep_expired = true;
  TimeMicros expiry_delay = 0;
  // GetRecords calls per shard and second of service time; 0: unlimited.
  std::int64_t stream_reads_max = 0;
  // Service time for which a stream's shard stays open.
  TimeMicros shard_lifetime = limits::kShardLifetime;
  // Treatment of traffic beyond a table's capacity, for tables without a mode of their own.
  catalog::CapacityMode capacity = catalog::CapacityMode::kObserve;
  // A larger partition is split. Tests lower the size to see splits.
  std::int64_t partition_bytes_max = limits::kPartitionBytesMax;
  api::Quotas quotas;
  // Threads per lane, for work that may wait or take long. Short reads and single writes use none.
  std::size_t workers = 2;
  // The log for operators' messages; null: none. Must outlive the database.
  Log* log = nullptr;
  // Free disk space that the store reserves for compaction, and the maximum of open files; see
  // storage::RocksDbOptions.
  std::uint64_t disk_reserve_bytes_max = storage::RocksDbOptions().reserve_bytes_max;
  std::size_t open_files_max = storage::RocksDbOptions().open_files_max;
  // For tests; see storage::RocksDbOptions.
  std::shared_ptr<storage::FileSystemHook> file_system_hook;
  // The source of service time; null: the database's own clock, which TurnClock turns. Must outlive
  // the database.
  const ServiceClock* clock = nullptr;
  // For tests: the machine time that the database's own clock follows.
  TurnableClock::MachineTime machine_time = MachineNow;
};

}  // namespace stator::database
