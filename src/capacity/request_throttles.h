#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/mutex.h"

namespace stator::capacity {

// Collects which tables a request of several items exceeded a bound of, whether the items were
// refused or let through. Observers count some things once per request. Threads: safe for
// concurrent use.
class RequestThrottles {
 public:
  // Records that an item exceeded a bound of the table. Returns true for the first item of that
  // table.
  bool Met(std::string_view table) {
    const MutexLock lock(mutex_);
    return tables_.emplace(table).second;
  }
  // Records that an item exceeded no bound.
  void Served() {
    const MutexLock lock(mutex_);
    served_ = true;
  }
  // Returns the tables if every item exceeded a bound, else nothing.
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
