#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/clock.h"
#include "base/mutex.h"
#include "storage/engine.h"

namespace stator::streams {

// Counts the reads of each shard within a second of service time. It counts at most
// limits::kLimitedShardsMax shards in one second, and admits all reads of further shards.
// Threads: safe for concurrent use.
class ReadLimiter {
 public:
  // A limit of 0 admits every read.
  explicit ReadLimiter(std::int64_t reads_per_second) : limit_(reads_per_second) {}

  // Counts a read. False if the shard has had all its reads of this second.
  bool Admit(storage::Space shard, TimeMicros now);

 private:
  struct Second {
    TimeMicros number = 0;
    std::int64_t reads = 0;
  };

  const std::int64_t limit_;
  Mutex mutex_;
  std::unordered_map<storage::Space, Second> seconds_ GUARDED_BY(mutex_);
  TimeMicros pruned_ GUARDED_BY(mutex_) = -1;  // the second when past counts were last removed
};

}  // namespace stator::streams
