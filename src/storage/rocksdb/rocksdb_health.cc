#include "storage/rocksdb/rocksdb_health.h"

#include "base/clock.h"

namespace stator::storage {

bool RocksDbHealth::MaybeHeal(rocksdb::DB& db) {
  if (!faulty_.load() || !IsDue()) return true;
  const std::uint64_t before = faults();
  if (has_stopped_.load() && !MayResume(db)) return false;
  if (!db.Resume().ok()) return true;
  const MutexLock lock(mutex_);
  if (faults_ == before) End();  // else one was met while resuming
  return true;
}

// A flush or compaction that was under way and fails while RocksDB resumes has it give up at once,
// before the flush it has just asked for begins: that one would be lost. So it resumes when nothing
// is under way.
bool RocksDbHealth::MayResume(rocksdb::DB& db) const {
  db.PauseBackgroundWork().PermitUncheckedError();
  options_.flushes->AwaitEnds();
  db.ContinueBackgroundWork().PermitUncheckedError();
  return !options_.flushes->has_lost_one();
}

std::string RocksDbHealth::fault() const {
  const MutexLock lock(mutex_);
  return fault_;
}

std::uint64_t RocksDbHealth::faults() const {
  const MutexLock lock(mutex_);
  return faults_;
}

void RocksDbHealth::OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                                      rocksdb::Status* error) {
  // RocksDB goes on after a compaction that found the disk full, and tries again by itself; unnamed
  // errors get their weight later.
  const bool is_soft = error->severity() == rocksdb::Status::kSoftError ||
                       (error->severity() == rocksdb::Status::kNoError &&
                        reason == rocksdb::BackgroundErrorReason::kCompaction);
  Begin(*error, !is_soft);
}

void RocksDbHealth::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason /*reason*/,
                                         rocksdb::Status /*error*/, bool* auto_recovery) {
  *auto_recovery = false;
}

void RocksDbHealth::Begin(const rocksdb::Status& error, bool has_stopped) {
  {
    const MutexLock lock(mutex_);
    ++faults_;
    if (has_stopped) has_stopped_.store(true);
    fault_ = error.ToString();
    if (faulty_.exchange(true)) return;
    if (options_.log != nullptr) options_.log->Error("store-cannot-write", {{"reason", fault_}});
  }
  if (options_.on_fault) options_.on_fault();
}

void RocksDbHealth::End() {
  fault_.clear();
  has_stopped_.store(false);
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
