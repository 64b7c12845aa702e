#pragma once

#include <string>

#include "base/log.h"
#include "base/mutex.h"

namespace stator::storage {

// Remembers the first damage that a read met and logs it once, because reads meet the same block
// again and again.
// Threads: safe for concurrent use.
class DamageNote {
 public:
  // `log` may be null. REQUIRES: `log` outlives this object.
  explicit DamageNote(Log* log) : log_(log) {}

  // Reports damage. Only the first report has an effect.
  void Note(const std::string& what) {
    const MutexLock lock(mutex_);
    if (!first_.empty()) return;
    first_ = what;
    if (log_ == nullptr) return;
    log_->Error("store-damaged", {{"reason", what}, {"to_list_all", "stop, stator check DIR"}});
  }

  // The first damage; empty: none.
  std::string first() const {
    const MutexLock lock(mutex_);
    return first_;
  }

 private:
  Log* const log_;
  mutable Mutex mutex_;
  std::string first_ GUARDED_BY(mutex_);
};

}  // namespace stator::storage
