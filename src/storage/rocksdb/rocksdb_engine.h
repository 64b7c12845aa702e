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

// The crashes that acknowledged commits survive.
enum class Durability : std::uint8_t {
  kFsync,  // power loss
  kOs,     // a crash of the process, but not of the machine
};

// A test's disk below the engine (rocksdb/testing). It is opaque here, so that RocksDB's types stay
// inside its folder.
struct FileSystemHook;

// The settings of a RocksDB engine.
struct RocksDbOptions {
  // The data folder, which is created if missing. REQUIRES: it is empty or Stator's.
  std::string path;

  Durability durability = Durability::kFsync;

  // The memory that the store may use. Two thirds cache blocks of data, and one third buffers
  // writes until they are sorted into files. More memory saves reads and compactions. The store
  // takes it only as needed.
  std::size_t memory_bytes_max = 96U * 1024 * 1024;

  // The least time between two attempts to heal after a disk fault. Each attempt costs a small
  // write.
  std::chrono::milliseconds heal_interval{500};

  // After this time without a write, deletions in the write buffer go to a table file, where they
  // free disk space. A minute costs an idle store one small flush.
  std::chrono::milliseconds idle_seal_interval{60'000};

  // The most free disk space that the store reserves for compaction. It reserves as many bytes as
  // its data occupies, up to this bound. 0: no reserve.
  std::uint64_t reserve_bytes_max = 512U * 1024 * 1024;

  // The files that the store may have open at once. The store uses at most half of the process's
  // own limit.
  std::size_t open_files_max = 512;

  // Opens a store that lost acknowledged writes, with the remaining ones. Otherwise the open fails.
  bool accept_loss = false;

  // Opens an undamaged store read-only. No file changes, and logs are replayed in memory. Apply and
  // CopyTo fail.
  bool read_only = false;

  // The log for messages to operators; null: none. REQUIRES: it outlives the engine.
  Log* log = nullptr;

  // For tests only; null: the machine's disk.
  std::shared_ptr<FileSystemHook> file_system_hook;
};

// Opens the store in a data folder, for this process only. The engine's destructor closes cleanly,
// so the next open replays nothing. The engine is also a StatisticsSource and a SpaceGuard.
// Errors: kStartup with one sentence for the operator if the folder cannot be used, holds foreign
// files, is in use, has a newer format, or is damaged.
Result<std::unique_ptr<Engine>> OpenRocksDb(const RocksDbOptions& options);

}  // namespace stator::storage
