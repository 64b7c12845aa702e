#pragma once

#include <atomic>
#include <cstddef>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

namespace stator::storage {

// Decides when RocksDB seals its write buffer and starts the next, with a new log. It also keeps
// the open buffer from being empty while a write is under way.
//
// Why: after a failed write, DB::Resume leaves the broken log behind by sealing the buffer, but
// RocksDB 7.8 does not seal an empty one. It would resume on the broken log, and the next write
// would trip an assertion. RocksDB's own triggers seal buffers in the middle of a write. So its
// limits are set out of reach (rocksdb_options.cc), and the engine seals buffers here, between
// writes.
//
// Threads: one call at a time; RocksDB calls the callbacks on any thread.
class BufferSwitch final : public rocksdb::EventListener {
 public:
  explicit BufferSwitch(std::size_t buffer_bytes_max) : buffer_bytes_max_(buffer_bytes_max) {}

  // Puts a mark into the open buffer unless the buffer is known to hold entries. The mark goes to
  // no log, and nothing reads it. `no_slowdown`: fail instead of waiting. REQUIRES: called before
  // each write.
  rocksdb::Status Prime(rocksdb::DB& db, bool no_slowdown);

  // Whether the buffer of the last Prime is still open.
  bool is_primed() const { return is_primed_.load(); }

  // Seals the buffer if it is full. It does not wait until the buffer is on disk; if the disk lags
  // behind, the next write waits. REQUIRES: called after each write.
  void MaybeSeal(rocksdb::DB& db) const;

  // Seals the buffer however full it is.
  static void Seal(rocksdb::DB& db);

  void OnMemTableSealed(const rocksdb::MemTableInfo& buffer) override;

 private:
  const std::size_t buffer_bytes_max_;
  std::atomic<bool> is_primed_{false};
};

}  // namespace stator::storage
