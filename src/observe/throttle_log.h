#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/mutex.h"
#include "capacity/meter.h"

namespace stator::observe {

// A bound that a request met.
struct NotedThrottle {
  TimeMicros time = 0;  // service time
  std::string operation;
  capacity::Throttle throttle;  // its key is empty
  Bytes key;                    // of the row or index entry; empty: from the first key
  bool refused = false;         // false: the request was let through
};

// The last throttles of each table, in memory. All tables share one bound of memory; where it is
// met, the table with the most loses its oldest. Threads: any.
class ThrottleLog final : public capacity::Observer {
 public:
  explicit ThrottleLog(std::size_t bytes_max = limits::kThrottleBytesMax) : bytes_max_(bytes_max) {}

  void Used(const capacity::Usage& /*usage*/) override {}
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  struct List {
    std::uint64_t total = 0;               // also those that the log keeps no more
    std::vector<NotedThrottle> throttles;  // the newest first
  };
  List Read(catalog::TableNumber table) const;
  // Removes the throttles of a dropped table. A late request may bring a few back.
  void Forget(catalog::TableNumber table);

  std::size_t bytes() const;

 private:
  struct Kept {
    std::uint64_t total = 0;
    std::size_t bytes = 0;
    std::deque<NotedThrottle> throttles;
  };

  void DropOldest(Kept& kept) REQUIRES(mutex_);
  void MakeRoom() REQUIRES(mutex_);

  const std::size_t bytes_max_;
  mutable Mutex mutex_;
  std::size_t bytes_ GUARDED_BY(mutex_) = 0;
  std::map<catalog::TableNumber, Kept> tables_ GUARDED_BY(mutex_);
};

}  // namespace stator::observe
