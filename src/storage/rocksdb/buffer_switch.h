#pragma once

#include <atomic>
#include <cstddef>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

namespace stator::storage {

// Decides when RocksDB seals its write buffer and starts the next, with a fresh log, and keeps the
// open buffer from being empty while a write is under way.
//
// Why: healing after a failed write (DB::Resume) leaves the broken log behind by sealing the
// buffer, and RocksDB 7.8 does not seal an empty one. It would then resume on the broken log, where
// the next write trips an assertion. RocksDB's own triggers seal buffers in the midst of a write,
// so its limits are set out of reach (rocksdb_options.cc), and buffers are sealed here, between
// writes.
//
// The caller makes one call at a time; callbacks may come from any thread.
class BufferSwitch final : public rocksdb::EventListener {
 public:
  explicit BufferSwitch(std::size_t buffer_bytes_max) : buffer_bytes_max_(buffer_bytes_max) {}

  // Before a write: puts a mark into the open buffer if nothing is known to be in it. The mark goes
  // to no log; nothing ever reads it. `no_slowdown`: fails where RocksDB would have it wait.
  rocksdb::Status Prime(rocksdb::DB& db, bool no_slowdown);

  // Whether the buffer open since the last Prime is still open.
  bool is_primed() const { return is_primed_.load(); }

  // After a write: seals the buffer if it is full. Does not wait for it to be on disk; where the
  // disk lags behind, the next write waits.
  void MaybeSeal(rocksdb::DB& db) const;

  // Seals the buffer as it is.
  static void Seal(rocksdb::DB& db);

  void OnMemTableSealed(const rocksdb::MemTableInfo& buffer) override;

 private:
  const std::size_t buffer_bytes_max_;
  std::atomic<bool> is_primed_{false};
};

}  // namespace stator::storage
