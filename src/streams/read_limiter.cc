#include "streams/read_limiter.h"

#include "base/durations.h"
#include "base/limits.h"

namespace stator::streams {

bool ReadLimiter::Admit(storage::Space shard, TimeMicros now) {
  if (limit_ == 0) return true;
  const TimeMicros number = now / kSecond;
  const MutexLock lock(mutex_);
  if (seconds_.size() >= limits::kLimitedShardsMax && !seconds_.contains(shard)) {
    if (pruned_ == number) return true;
    std::erase_if(seconds_, [&](const auto& each) { return each.second.number != number; });
    pruned_ = number;
    if (seconds_.size() >= limits::kLimitedShardsMax) return true;
  }
  auto& second = seconds_[shard];
  if (second.number != number) second = {number, 0};
  return ++second.reads <= limit_;
}

}  // namespace stator::streams
