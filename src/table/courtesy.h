#pragma once

#include <chrono>
#include <cstdint>

#include "storage/engine.h"

namespace stator::table {

class CommitQueue;

// Decides how long background work rests between two steps, so that writers keep most of the commit
// thread and the disk. Without writers it never rests.
// Threads: one thread at a time.
class Courtesy {
 public:
  using Clock = std::chrono::steady_clock;

  // REQUIRES: `queue` outlives this object.
  explicit Courtesy(const CommitQueue& queue);

  // Returns the rest after a step that began at `began` and made `own_commits` commits.
  std::chrono::milliseconds RestAfter(Clock::time_point began, std::uint64_t own_commits);

 private:
  const CommitQueue& queue_;
  storage::CommitNumber settled_;      // at the end of the last step
  Clock::time_point busy_until_ = {};  // others wrote recently; rest until then
};

}  // namespace stator::table
