#include "jobs/job.h"

#include <algorithm>
#include <utility>

namespace stator::jobs {

void JobControl::Name(std::string name) {
  const MutexLock lock(mutex_);
  progress_.name = std::move(name);
}

void JobControl::Report(std::string step, double share) {
  const MutexLock lock(mutex_);
  progress_.step = std::move(step);
  progress_.share = std::clamp(share, 0.0, 1.0);
}

JobProgress JobControl::progress() const {
  const MutexLock lock(mutex_);
  return progress_;
}

}  // namespace stator::jobs
