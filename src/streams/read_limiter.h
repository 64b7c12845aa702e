#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/clock.h"
#include "base/mutex.h"
#include "storage/engine.h"

namespace stator::streams {

// Counts the reads of each shard within a second of service time. Safe for concurrent use.
class ReadLimiter {
 public:
  // 0: no limit.
  explicit ReadLimiter(std::int64_t reads_per_second) : limit_(reads_per_second) {}

  // False: the shard was read as often as it may be within this second.
  bool Admit(storage::Space shard, TimeMicros now);

 private:
  struct Second {
    TimeMicros number = 0;
    std::int64_t reads = 0;
  };

  const std::int64_t limit_;
  Mutex mutex_;
  std::unordered_map<storage::Space, Second> seconds_ GUARDED_BY(mutex_);
};

}  // namespace stator::streams
