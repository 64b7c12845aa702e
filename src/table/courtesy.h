#pragma once

#include <chrono>
#include <cstdint>

#include "storage/engine.h"

namespace stator::table {

class CommitQueue;

// Says how long background work rests between two steps, so that writers keep most of the commit
// thread and of the disk. Without writers it never rests. For one thread at a time.
class Courtesy {
 public:
  using Clock = std::chrono::steady_clock;

  // `queue` outlives it.
  explicit Courtesy(const CommitQueue& queue);

  // After a step that began then and made so many commits itself.
  std::chrono::milliseconds RestAfter(Clock::time_point began, std::uint64_t own_commits);

 private:
  const CommitQueue& queue_;
  storage::CommitNumber settled_;      // when the last step had ended
  Clock::time_point busy_until_ = {};  // others have written lately
};

}  // namespace stator::table
