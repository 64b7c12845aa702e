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

// Keeps a reserve of free disk space, so that compaction always finds enough. Only compaction can
// free space. It writes its outputs before it deletes its inputs, so it needs as many bytes as the
// table files it merges.
//
// The reserve has two parts. While free space is below the whole reserve, writes that add data are
// refused (see RocksDbHealth). The last part belongs to the log, flushes and the manifest;
// compaction stops before it uses that part. docs/design/0001 gives the arithmetic.
//
// Threads: safe for concurrent use.
class SpaceWatch {
 public:
  struct Options {
    std::shared_ptr<rocksdb::FileSystem> disk;
    std::string path;                     // of the store
    std::uint64_t reserve_bytes_max = 0;  // 0: no reserve
    std::shared_ptr<RocksDbHealth> health;
  };

  explicit SpaceWatch(Options options) : options_(std::move(options)) {}

  // Reads the disk's free space and reports to the health. Threads: the caretaker's.
  void Look(rocksdb::DB& db);

  // Whether the disk reports enough space to flush the memory's content.
  bool HasRoomToFlush(rocksdb::DB& db) const;

  // Whether a compaction may write `bytes` more. It asks the disk only if the last answer may be
  // outdated.
  bool TakeForCompaction(std::size_t bytes);
  // Notes that a compaction that took `bytes` has ended. Its outputs have replaced its inputs, or
  // are deleted.
  void EndCompaction(std::size_t bytes);

 private:
  // TakeForCompaction for a store with a reserve.
  bool FindRoom(std::size_t bytes);
  // The free space of the disk; the largest number if the disk does not report it.
  std::uint64_t FreeBytes() const;

  const Options options_;
  std::atomic<std::uint64_t> log_room_{0};         // the part that compaction must not use
  std::atomic<std::int64_t> compactable_{0};       // free bytes beyond log_room_, as last read
  std::atomic<std::uint64_t> being_compacted_{0};  // bytes written by running compactions
};

}  // namespace stator::storage
