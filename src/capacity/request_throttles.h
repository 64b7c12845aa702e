#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/mutex.h"

namespace stator::capacity {

// Which items of a request that asks for several met a bound, be they refused or let through: some
// things are counted once for the request. Safe for concurrent use.
class RequestThrottles {
 public:
  // An item of the table met one. True: the first of that table.
  bool Met(std::string_view table) {
    const MutexLock lock(mutex_);
    return tables_.emplace(table).second;
  }
  // An item met none.
  void Served() {
    const MutexLock lock(mutex_);
    served_ = true;
  }
  // The tables, if every item met one; else none.
  std::set<std::string> IfAll() const {
    const MutexLock lock(mutex_);
    return served_ ? std::set<std::string>() : tables_;
  }

 private:
  mutable Mutex mutex_;
  std::set<std::string> tables_ GUARDED_BY(mutex_);
  bool served_ GUARDED_BY(mutex_) = false;
};

}  // namespace stator::capacity
