#include "storage/rocksdb/rocksdb_health.h"

#include "base/clock.h"

namespace stator::storage {
namespace {

// A flush or compaction that was under way and fails while RocksDB resumes has it give up at once,
// before the flush it has just asked for begins: that one would be lost (see FlushWatch).
void WaitForBackgroundWork(rocksdb::DB& db) {
  db.PauseBackgroundWork().PermitUncheckedError();
  db.ContinueBackgroundWork().PermitUncheckedError();
}

}  // namespace

void RocksDbHealth::MaybeHeal(rocksdb::DB& db) {
  if (!faulty_.load() || !IsDue()) return;
  const std::uint64_t before = faults();
  WaitForBackgroundWork(db);
  if (!db.Resume().ok()) return;
  const MutexLock lock(mutex_);
  if (faults_ == before) End();  // else one was met while resuming
}

std::string RocksDbHealth::fault() const {
  const MutexLock lock(mutex_);
  return fault_;
}

std::uint64_t RocksDbHealth::faults() const {
  const MutexLock lock(mutex_);
  return faults_;
}

void RocksDbHealth::OnBackgroundError(rocksdb::BackgroundErrorReason /*reason*/,
                                      rocksdb::Status* error) {
  Begin(*error);
}

void RocksDbHealth::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason /*reason*/,
                                         rocksdb::Status /*error*/, bool* auto_recovery) {
  *auto_recovery = false;
}

void RocksDbHealth::Begin(const rocksdb::Status& error) {
  {
    const MutexLock lock(mutex_);
    ++faults_;
    fault_ = error.ToString();
    if (faulty_.exchange(true)) return;
    if (options_.log != nullptr) options_.log->Error("store-cannot-write", {{"reason", fault_}});
  }
  if (options_.on_fault) options_.on_fault();
}

void RocksDbHealth::End() {
  fault_.clear();
  faulty_.store(false);
  if (options_.log != nullptr) options_.log->Info("store-writes-again");
}

bool RocksDbHealth::IsDue() {
  const auto now = MachineSteadyNow();
  const MutexLock lock(mutex_);
  if (now < next_attempt_) return false;
  next_attempt_ = now + options_.heal_interval;
  return true;
}

}  // namespace stator::storage
