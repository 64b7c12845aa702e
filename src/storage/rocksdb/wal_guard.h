#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <rocksdb/file_system.h>

namespace stator::storage {

// What became of the bytes sent to the write-ahead log. Counters only rise. Safe for concurrent
// use.
struct WalLedger {
  std::atomic<std::uint64_t> appends{0};  // that reached the file whole
  std::atomic<std::uint64_t> failed_appends{0};
};

// A file system that watches over the write-ahead logs.
//
// - The ledger tells a write that never reached the log whole (not applied) from one that did and
//   then failed (unknown); RocksDB's status does not.
// - After a failed append the log is closed to further appends: what stood behind a torn record
//   would never be replayed. RocksDB stops itself before that; this is the second lock on the door.
// - A log that cannot be created fails with its first append, not before. (Logs are never reused:
//   rocksdb_options.cc.)
// - A log's I/O error is marked as one that can be healed.
// - Logs reserve no more disk than they soon need: RocksDB reserves by the size of its write
//   buffer, which BufferSwitch puts out of reach.
std::shared_ptr<rocksdb::FileSystem> GuardWal(const std::shared_ptr<rocksdb::FileSystem>& base,
                                              std::shared_ptr<WalLedger> ledger);

}  // namespace stator::storage
