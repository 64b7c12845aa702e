#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include <rocksdb/file_system.h>

#include "base/mutex.h"
#include "storage/rocksdb/watermark.h"

namespace stator::storage {

// The fate of the bytes sent to the write-ahead logs. Counters only rise. Safe for concurrent
// use.
class WalLedger {
 public:
  std::atomic<std::uint64_t> appends{0};  // that reached the file whole
  std::atomic<std::uint64_t> failed_appends{0};

  // How far the newest log is on disk.
  LogPosition synced() const;
  // The log before the newest one; 0 where there is none.
  std::uint64_t previous_log() const;

  // A log was begun, or was there before the store was opened.
  void NoteLog(std::uint64_t number);
  void NoteSynced(const LogPosition& position);

 private:
  mutable Mutex mutex_;
  LogPosition synced_ GUARDED_BY(mutex_);
  std::uint64_t previous_log_ GUARDED_BY(mutex_) = 0;
};

// A file system that watches over the write-ahead logs in one folder. Logs elsewhere are copies.
//
// - The ledger tells a write that never reached the log whole (not applied) from one that did and
//   then failed (unknown); RocksDB's status does not.
// - After a failed append the log is closed to further appends: what stood behind a torn record
//   would never be replayed. RocksDB stops itself before that; this is the second lock on the door.
// - A log that cannot be created fails with its first append, not before. (Logs are never reused:
//   rocksdb_options.cc.)
// - A log that was deleted under the store takes no further append.
// - A log's I/O error is marked as one that can be healed.
// - Logs reserve no more disk than they soon need: RocksDB reserves by the size of its write
//   buffer, which BufferSwitch puts out of reach.
std::shared_ptr<rocksdb::FileSystem> GuardWal(const std::shared_ptr<rocksdb::FileSystem>& base,
                                              const std::string& store_path,
                                              std::shared_ptr<WalLedger> ledger);

}  // namespace stator::storage
