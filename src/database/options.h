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

}  // namespace stator::database
