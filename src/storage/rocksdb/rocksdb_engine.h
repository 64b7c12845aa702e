#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/result.h"
#include "storage/engine.h"

namespace stator::storage {

enum class Durability : std::uint8_t {
  kFsync,  // what Apply acknowledged survives power loss
  kOs,     // what Apply acknowledged survives the process, not the machine
};

// Puts a disk of a test's own below the engine (rocksdb/testing). Opaque here, so that RocksDB
// stays inside its folder.
struct FileSystemHook;

struct RocksDbOptions {
  // The data folder. Created if it is not there; must be empty or Stator's otherwise.
  std::string path;

  Durability durability = Durability::kFsync;

  // What the store may keep in memory: two thirds cache blocks of the data, one third holds writes
  // until they are sorted into files. More of it saves reads and compactions. Taken as it is
  // needed.
  std::size_t memory_bytes_max = 96U * 1024 * 1024;

  // The least time between two attempts to heal after a disk fault; each costs a small write.
  std::chrono::milliseconds heal_interval{500};

  // After that long without a write, deletions in the write buffer go to a table file, where they
  // free what they delete. A minute costs an idle store one small flush.
  std::chrono::milliseconds idle_seal_interval{60'000};

  // Free disk space that the store keeps for compaction, at most. It keeps as many bytes as its
  // data takes up, no more than this. 0: none.
  std::uint64_t reserve_bytes_max = 512U * 1024 * 1024;

  // Files that the store may have open at once. Cut down to half of what the process may open.
  std::size_t open_files_max = 512;

  // Opens a store that lost acknowledged writes with those that are left. Without it such a store
  // is refused.
  bool accept_loss = false;

  // Opens a whole store for reading alone. No file changes: logs are replayed in memory. Apply and
  // CopyTo fail.
  bool read_only = false;

  // Where the store tells what operators should know; null: nowhere. Outlives the engine.
  Log* log = nullptr;

  // For tests; null means the machine's disk.
  std::shared_ptr<FileSystemHook> file_system_hook;
};

// Opens the store in a data folder, for this process alone. Fails with kStartup and one sentence
// for the operator: the folder cannot be used, holds something else, is in use, has a newer format
// or is damaged. The engine's destructor closes cleanly, so that the next open replays nothing. The
// engine also is a StatisticsSource and a SpaceGuard.
Result<std::unique_ptr<Engine>> OpenRocksDb(const RocksDbOptions& options);

}  // namespace stator::storage
