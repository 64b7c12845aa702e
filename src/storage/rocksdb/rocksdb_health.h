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

// Knows whether the store takes writes, and the reason if not. RocksDB reports its faults here as
// to a listener. The caretaker reports low disk space and a lost data folder.
//
// RocksDB's own recovery threads are disabled. Only the caretaker calls Resume, so the outcome of a
// failed write is certain. The log gets one line when the store begins to refuse writes, and one
// when it takes them again.
//
// Threads: safe for concurrent use.
class RocksDbHealth final : public rocksdb::EventListener {
 public:
  // `log` may be null; `damage` gets the damage that compactions meet. REQUIRES: `log` outlives
  // this object.
  RocksDbHealth(Log* log, std::shared_ptr<DamageNote> damage)
      : log_(log), damage_(std::move(damage)) {}

  // Sets the function to call when RocksDB meets a fault or a damaged file. Once this returns, the
  // previous function is not called any more. Threads: `on_fault` is called on any thread; it must
  // neither wait nor call RocksDB.
  void OnFault(std::function<void()> on_fault);

  // Whether RocksDB has met a fault and is not healed. The engine must then refuse every write
  // without asking RocksDB.
  bool has_stopped() const { return has_stopped_.load(); }
  // Whether only a restart can heal the store.
  bool needs_restart() const { return needs_restart_.load(); }
  // Whether the disk has less free space than the reserve. The commit queue then refuses writes
  // that add data.
  bool is_low_on_space() const { return is_low_on_space_.load(std::memory_order_relaxed); }

  // Whether the last compaction found no disk space, and no other has succeeded since.
  bool compactions_fail() const { return compactions_fail_.load(std::memory_order_relaxed); }
  // The number of compactions that a damaged table file ended.
  std::uint64_t damaged_compactions() const { return damaged_compactions_.load(); }
  // Whether any writes are refused now.
  bool refuses_writes() const { return has_stopped() || is_low_on_space(); }

  // The reason why writes are refused; empty if all are taken.
  std::string fault() const;
  // The number of faults so far.
  std::uint64_t faults() const;

  // Notes that Resume succeeded. It has no effect if there are more faults now than `faults`.
  void EndFault(std::uint64_t faults);
  // Notes that only a restart can heal the store, and the reason.
  void GiveUp(const std::string& reason);
  // Notes whether free space is below the reserve, and the reason to report.
  void SetLowOnSpace(bool is_low, const std::string& reason);

  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnCompactionCompleted(rocksdb::DB* db, const rocksdb::CompactionJobInfo& done) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason, rocksdb::Status error,
                            bool* auto_recovery) override;

 private:
  void Begin(const std::string& fault);
  void CallOnFault();
  // Logs a change between taking and refusing writes.
  void Tell() REQUIRES(mutex_);

  Log* const log_;
  const std::shared_ptr<DamageNote> damage_;
  std::atomic<bool> has_stopped_{false};
  std::atomic<bool> needs_restart_{false};
  std::atomic<bool> is_low_on_space_{false};
  std::atomic<bool> compactions_fail_{false};
  std::atomic<std::uint64_t> damaged_compactions_{0};
  // Held during the call of on_fault_. Lock order: on_fault_mutex_ before mutex_.
  Mutex on_fault_mutex_;
  std::function<void()> on_fault_ GUARDED_BY(on_fault_mutex_);
  mutable Mutex mutex_;
  std::string fault_ GUARDED_BY(mutex_);         // RocksDB's text, while stopped
  std::string space_reason_ GUARDED_BY(mutex_);  // while space is low
  std::uint64_t faults_ GUARDED_BY(mutex_) = 0;  // number so far
  bool refuses_ GUARDED_BY(mutex_) = false;      // as last logged
};

}  // namespace stator::storage
