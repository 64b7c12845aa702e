#include "table/courtesy.h"

#include <algorithm>

#include "base/clock.h"
#include "base/work_limits.h"
#include "table/commit_queue.h"

namespace stator::table {

using std::chrono::milliseconds;

Courtesy::Courtesy(const CommitQueue& queue) : queue_(queue), settled_(queue.settled()) {}

milliseconds Courtesy::RestAfter(Clock::time_point began, std::uint64_t own_commits) {
  const auto settled = queue_.settled();
  const auto now = MachineSteadyNow();
  const bool others_wrote = settled - settled_ > own_commits;
  settled_ = settled;
  if (others_wrote) busy_until_ = now + milliseconds(limits::kWritersSeenMillis);
  if (now >= busy_until_) return milliseconds(0);
  const auto took = std::chrono::ceil<milliseconds>(now - began);
  return std::clamp(limits::kRestTimes * took, milliseconds(1),
                    milliseconds(limits::kRestMillisMax));
}

}  // namespace stator::table
