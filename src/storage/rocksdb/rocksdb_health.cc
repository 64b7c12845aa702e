#include "storage/rocksdb/rocksdb_health.h"

#include "base/clock.h"

namespace stator::storage {

void RocksDbHealth::MaybeHeal(rocksdb::DB& db) {
  if (!faulty_.load() || !IsDue()) return;
  // Cleared first: a fault met while resuming sets it again.
  faulty_.store(false);
  if (!db.Resume().ok()) faulty_.store(true);
}

void RocksDbHealth::OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                                      rocksdb::Status* error) {
  faulty_.store(true);
  // The disk was too full to create the next log. RocksDB holds this to be final, because bytes of
  // the old log might still be in a buffer; here every write has emptied it.
  if (reason == rocksdb::BackgroundErrorReason::kMemTable && error->IsNoSpace()) {
    *error = rocksdb::Status(*error, rocksdb::Status::kHardError);
  }
}

void RocksDbHealth::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason /*reason*/,
                                         rocksdb::Status /*error*/, bool* auto_recovery) {
  *auto_recovery = false;
}

bool RocksDbHealth::IsDue() {
  const auto now = MachineSteadyNow();
  const MutexLock lock(mutex_);
  if (now < next_attempt_) return false;
  next_attempt_ = now + heal_interval_;
  return true;
}

}  // namespace stator::storage
