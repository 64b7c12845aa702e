#include "api/service_time.h"

namespace stator::api {

ClockReading ServiceTime::Read() const {
  const auto machine = own_.machine_now();
  if (given_ != nullptr) return {given_->Now(), machine, {machine, given_->Now()}};
  return {own_.Now(), machine, own_.rule()};
}

Result<ClockReading> ServiceTime::Turn(const ClockTurn& turn, table::CommitQueue& queue) {
  if (given_ != nullptr)
    return FailInvalid("This database follows a clock that cannot be turned here.");
  const MutexLock lock(turning_);
  const auto before = own_.rule();
  const auto rule = TRY(own_.Stop(turn));
  const auto stored = queue.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations.push_back(catalog::Catalog::PlanClock(rule));
    return change;
  });
  own_.Follow(stored ? rule : before);
  if (!stored) return Fail(stored.error());
  return Read();
}

}  // namespace stator::api
