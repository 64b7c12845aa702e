#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include <rocksdb/file_system.h>

#include "base/mutex.h"
#include "storage/rocksdb/watermark.h"

namespace stator::storage {

// The outcome of the bytes sent to the write-ahead logs. Counters only rise.
// Threads: safe for concurrent use.
class WalLedger {
 public:
  std::atomic<std::uint64_t> appends{0};  // appends that reached the file whole
  std::atomic<std::uint64_t> failed_appends{0};

  // The position up to which the newest log is on disk.
  LogPosition synced() const;
  // The number of the log before the newest one; 0: none.
  std::uint64_t previous_log() const;

  // Notes that a log was started, or existed before the store was opened.
  void NoteLog(std::uint64_t number);
  // Notes a sync of a log; only the newest log counts.
  void NoteSynced(const LogPosition& position);

 private:
  mutable Mutex mutex_;
  LogPosition synced_ GUARDED_BY(mutex_);
  std::uint64_t previous_log_ GUARDED_BY(mutex_) = 0;
};

// Returns a file system that guards the write-ahead logs in one folder. Logs elsewhere are copies.
//
// - The ledger distinguishes a write that never reached the log whole (not applied) from one that
//   did and then failed (unknown). RocksDB's status does not.
// - After a failed append the log takes no further appends, because replay would never reach bytes
//   after a torn record. RocksDB stops itself before that; this is a second safeguard.
// - A log that cannot be created fails with its first append, not before. (Logs are never reused:
//   rocksdb_options.cc.)
// - A log that was deleted under the store takes no further appends.
// - A log's I/O error is marked as retryable.
// - Logs reserve little disk space ahead. RocksDB reserves by the size of its write buffer, which
//   BufferSwitch sets out of reach.
std::shared_ptr<rocksdb::FileSystem> GuardWal(const std::shared_ptr<rocksdb::FileSystem>& base,
                                              const std::string& store_path,
                                              std::shared_ptr<WalLedger> ledger);

}  // namespace stator::storage
