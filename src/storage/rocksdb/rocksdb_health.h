#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include "base/log.h"
#include "base/mutex.h"
#include "storage/rocksdb/flush_watch.h"

namespace stator::storage {

// Knows whether RocksDB has stopped after a disk fault, and gets it going again. RocksDB's own
// recovery threads are kept from doing so: healing at a moment of our choosing is what makes the
// outcome of a failed write certain. Tells the log when a fault begins and when it is healed. Safe
// for concurrent use.
class RocksDbHealth final : public rocksdb::EventListener {
 public:
  struct Options {
    std::shared_ptr<const FlushWatch> flushes;
    std::chrono::milliseconds heal_interval{0};
    Log* log = nullptr;              // null: nobody is told
    std::function<void()> on_fault;  // see RocksDbOptions
  };

  explicit RocksDbHealth(Options options) : options_(std::move(options)) {}

  // A fault is known and not healed.
  bool faulty() const { return faulty_.load(); }
  // In RocksDB's words; empty where there is none.
  std::string fault() const;

  // After a fault, asks RocksDB to resume, at most once per interval. What stays broken shows in
  // the next write. False if only a restart can heal.
  bool MaybeHeal(rocksdb::DB& db);

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;

 private:
  bool IsDue();
  bool MayResume(rocksdb::DB& db) const;
  std::uint64_t faults() const;
  void Begin(const rocksdb::Status& error, bool has_stopped);
  void End() REQUIRES(mutex_);

  const Options options_;
  std::atomic<bool> faulty_{false};
  std::atomic<bool> has_stopped_{false};  // and not only a compaction went wrong
  mutable Mutex mutex_;
  std::string fault_ GUARDED_BY(mutex_);
  std::uint64_t faults_ GUARDED_BY(mutex_) = 0;  // met so far
  std::chrono::steady_clock::time_point next_attempt_ GUARDED_BY(mutex_);
};

}  // namespace stator::storage
