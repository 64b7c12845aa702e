#include "storage/rocksdb/rocksdb_health.h"

#include <utility>

namespace stator::storage {

void RocksDbHealth::OnFault(std::function<void()> on_fault) {
  const MutexLock lock(on_fault_mutex_);
  on_fault_ = std::move(on_fault);
}

std::string RocksDbHealth::fault() const {
  const MutexLock lock(mutex_);
  return has_stopped_.load() ? fault_ : space_reason_;
}

std::uint64_t RocksDbHealth::faults() const {
  const MutexLock lock(mutex_);
  return faults_;
}

void RocksDbHealth::EndFault(std::uint64_t faults) {
  const MutexLock lock(mutex_);
  if (faults_ != faults || needs_restart_.load()) return;
  fault_.clear();
  has_stopped_.store(false);
  Tell();
}

void RocksDbHealth::GiveUp(const std::string& reason) {
  if (needs_restart_.exchange(true)) return;
  Begin(reason);
}

void RocksDbHealth::SetLowOnSpace(bool is_low, const std::string& reason) {
  const MutexLock lock(mutex_);
  space_reason_ = is_low ? reason : std::string();
  is_low_on_space_.store(is_low);
  Tell();
}

void RocksDbHealth::OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                                      rocksdb::Status* error) {
  // RocksDB retries a compaction without disk space by itself, and no write needs it. RocksDB must
  // not keep this error, because it would then require 256 MB of free space for any compaction.
  if (reason == rocksdb::BackgroundErrorReason::kCompaction && error->IsNoSpace()) {
    compactions_fail_.store(true);
    *error = rocksdb::Status::OK();
    return;
  }
  // A damaged file must not stop writes elsewhere. RocksDB would keep the error until a restart,
  // and meet the same file again after it.
  if (reason == rocksdb::BackgroundErrorReason::kCompaction && error->IsCorruption()) {
    damage_->Note(error->ToString());
    damaged_compactions_.fetch_add(1);
    *error = rocksdb::Status::OK();
    CallOnFault();
    return;
  }
  Begin(error->ToString());
}

void RocksDbHealth::OnCompactionCompleted(rocksdb::DB* /*db*/,
                                          const rocksdb::CompactionJobInfo& done) {
  if (done.status.ok()) compactions_fail_.store(false);
}

void RocksDbHealth::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason /*reason*/,
                                         rocksdb::Status /*error*/, bool* auto_recovery) {
  *auto_recovery = false;
}

void RocksDbHealth::Begin(const std::string& fault) {
  {
    const MutexLock lock(mutex_);
    ++faults_;
    // Later errors say less than the fault that caused them.
    if (!has_stopped_.exchange(true) || needs_restart_.load()) fault_ = fault;
    Tell();
  }
  CallOnFault();
}

void RocksDbHealth::CallOnFault() {
  const MutexLock lock(on_fault_mutex_);
  if (on_fault_) on_fault_();
}

void RocksDbHealth::Tell() {
  const bool refuses = refuses_writes();
  if (refuses == refuses_) return;
  refuses_ = refuses;
  if (log_ == nullptr) return;
  if (refuses) {
    log_->Error("store-cannot-write", {{"reason", has_stopped_.load() ? fault_ : space_reason_}});
  } else {
    log_->Info("store-writes-again");
  }
}

}  // namespace stator::storage
