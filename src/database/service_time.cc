#include "database/service_time.h"

#include "base/contain.h"

namespace stator::database {

ClockReading ServiceTime::Read() const {
  const auto machine = own_.machine_now();
  if (given_ != nullptr) return {given_->Now(), machine, {machine, given_->Now()}, false};
  const MutexLock lock(shown_mutex_);
  return {own_.Now(), machine, shown_, false};
}

void ServiceTime::Follow(const ClockRule& rule) {
  own_.Follow(rule);
  const MutexLock lock(shown_mutex_);
  shown_ = rule;
}

Result<ClockReading> ServiceTime::Turn(const ClockTurn& turn, table::CommitQueue& queue) {
  if (given_ != nullptr)
    return FailInvalid(
        "This database follows a clock of the embedding program, so it cannot be "
        "turned.");
  const MutexLock lock(turning_);
  const auto before = own_.rule();
  const auto rule = TRY(own_.Stop(turn));
  // If memory runs out, the clock must not stay stopped.
  const auto stored = Contain([&] {
    return queue.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
      catalog::Change change;
      change.mutations.push_back(catalog::Catalog::PlanClock(rule));
      return change;
    });
  });
  Follow(stored ? rule : before);
  if (!stored) return Fail(stored.error());
  return Read();
}

}  // namespace stator::database
