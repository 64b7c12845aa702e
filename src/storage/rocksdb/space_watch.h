#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <rocksdb/db.h>
#include <rocksdb/file_system.h>

#include "storage/rocksdb/rocksdb_health.h"

namespace stator::storage {

// Keeps a reserve of free disk space, so that compaction, which alone can make room again, always
// finds enough. A compaction writes its outputs before it deletes its inputs, so it needs as many
// bytes as the table files it merges.
//
// The reserve has two parts. Below the whole of it, writes that add data are refused (see
// RocksDbHealth). The last part belongs to the log, flushes and the manifest: compaction stops
// before it takes that. docs/design/0001 gives the arithmetic. Safe for concurrent use.
class SpaceWatch {
 public:
  struct Options {
    std::shared_ptr<rocksdb::FileSystem> disk;
    std::string path;                     // of the store
    std::uint64_t reserve_bytes_max = 0;  // 0: there is no reserve
    std::shared_ptr<RocksDbHealth> health;
  };

  explicit SpaceWatch(Options options) : options_(std::move(options)) {}

  // Asks the disk for its free space and reports to the health. Threads: the caretaker's.
  void Look(rocksdb::DB& db);

  // Whether a flush of what is in memory would find room, as far as the disk tells.
  bool HasRoomToFlush(rocksdb::DB& db) const;

  // Whether a compaction may write that many bytes more. Asks the disk only when the last answer
  // may be outdated.
  bool TakeForCompaction(std::size_t bytes);
  // A compaction that took `bytes` has ended. Its outputs have replaced its inputs, or are deleted.
  void EndCompaction(std::size_t bytes);

 private:
  // TakeForCompaction where there is a reserve.
  bool FindRoom(std::size_t bytes);
  // Nothing where the disk does not tell.
  std::uint64_t FreeBytes() const;

  const Options options_;
  std::atomic<std::uint64_t> log_room_{0};    // the part that compaction leaves alone
  std::atomic<std::int64_t> compactable_{0};  // free bytes beyond it that are known to be there
  std::atomic<std::uint64_t> being_compacted_{0};  // bytes that running compactions have written
};

}  // namespace stator::storage
