#pragma once

#include <atomic>
#include <chrono>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include "base/mutex.h"

namespace stator::storage {

// Knows whether RocksDB has stopped after a disk fault, and gets it going again. RocksDB's own
// recovery threads are kept from doing so: healing at a moment of our choosing is what makes the
// outcome of a failed write certain. Safe for concurrent use.
class RocksDbHealth final : public rocksdb::EventListener {
 public:
  explicit RocksDbHealth(std::chrono::milliseconds heal_interval) : heal_interval_(heal_interval) {}

  // A fault is known and not healed.
  bool faulty() const { return faulty_.load(); }

  // After a fault, asks RocksDB to resume, at most once per interval. What stays broken shows in
  // the next write.
  void MaybeHeal(rocksdb::DB& db);

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;

 private:
  bool IsDue();

  const std::chrono::milliseconds heal_interval_;
  std::atomic<bool> faulty_{false};
  Mutex mutex_;
  std::chrono::steady_clock::time_point next_attempt_ GUARDED_BY(mutex_);
};

}  // namespace stator::storage
