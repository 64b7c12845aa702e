#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <rocksdb/listener.h>

#include "base/log.h"
#include "base/mutex.h"
#include "storage/rocksdb/damage_note.h"

namespace stator::storage {

// Whether the store takes writes, and why not. RocksDB reports its faults here as to a listener;
// the caretaker reports scarce disk space and a lost data folder. RocksDB's own recovery threads
// are turned down: the caretaker alone calls Resume, which makes the outcome of a failed write
// certain. The log gets one line when the store begins to refuse writes and one when it takes them
// again. Safe for concurrent use.
class RocksDbHealth final : public rocksdb::EventListener {
 public:
  // `log` outlives the health and may be null. `damage` gets the damage that compactions meet.
  RocksDbHealth(Log* log, std::shared_ptr<DamageNote> damage)
      : log_(log), damage_(std::move(damage)) {}

  // Has `on_fault` called when RocksDB meets a fault or a damaged file, on any thread. It must
  // neither wait nor call RocksDB. After this returns, the one before is not called any more.
  void OnFault(std::function<void()> on_fault);

  // RocksDB has met a fault and is not healed: every write must be refused, without asking RocksDB.
  bool has_stopped() const { return has_stopped_.load(); }
  // Healing is of no use any more.
  bool needs_restart() const { return needs_restart_.load(); }
  // The disk has less room than the reserve: writes that add data must be refused.
  bool is_low_on_space() const { return is_low_on_space_.load(std::memory_order_relaxed); }

  // The last compaction found no room, and no other has ended well since.
  bool compactions_fail() const { return compactions_fail_.load(std::memory_order_relaxed); }
  // The number of compactions that ended because a table file is damaged.
  std::uint64_t damaged_compactions() const { return damaged_compactions_.load(); }
  bool refuses_writes() const { return has_stopped() || is_low_on_space(); }

  // Why writes are refused; empty while all are taken.
  std::string fault() const;
  // Faults met so far.
  std::uint64_t faults() const;

  // Resume has succeeded. Has no effect if RocksDB met another fault since there were `faults`.
  void EndFault(std::uint64_t faults);
  // Only a restart can heal, for this reason.
  void GiveUp(const std::string& reason);
  void SetLowOnSpace(bool is_low, const std::string& reason);

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& done) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;

 private:
  void Begin(const std::string& fault);
  void CallOnFault();
  // Logs where the store changes between taking writes and refusing them.
  void Tell() REQUIRES(mutex_);

  Log* const log_;
  const std::shared_ptr<DamageNote> damage_;
  std::atomic<bool> has_stopped_{false};
  std::atomic<bool> needs_restart_{false};
  std::atomic<bool> is_low_on_space_{false};
  std::atomic<bool> compactions_fail_{false};
  std::atomic<std::uint64_t> damaged_compactions_{0};
  // Held while it is called. Lock order: before mutex_.
  Mutex on_fault_mutex_;
  std::function<void()> on_fault_ GUARDED_BY(on_fault_mutex_);
  mutable Mutex mutex_;
  std::string fault_ GUARDED_BY(mutex_);         // in RocksDB's words, while stopped
  std::string space_reason_ GUARDED_BY(mutex_);  // while space is low
  std::uint64_t faults_ GUARDED_BY(mutex_) = 0;  // met so far
  bool refuses_ GUARDED_BY(mutex_) = false;      // as last told
};

}  // namespace stator::storage
