#include "capacity/rate_meter.h"

#include <algorithm>

#include "base/durations.h"

namespace stator::capacity {

std::optional<RateMeter::Minute> RateMeter::Roll(TimeMicros now) {
  const auto second = now / kSecond;
  if (second <= second_) return std::nullopt;
  last_second_ = second == second_ + 1 ? in_second_ : 0;
  in_second_ = 0;
  second_ = second;

  const auto minute = second / kMinuteSeconds;
  if (minute == minute_) return std::nullopt;
  const Minute ended{minute_, in_minute_};
  last_minute_ = minute == minute_ + 1 ? in_minute_ : 0;
  in_minute_ = 0;
  minute_ = minute;
  return ended;
}

void PeakHistory::Record(const RateMeter::Minute& minute) {
  if (minute.number < next_) return;
  Advance(minute.number + 1);
  recent_[static_cast<std::size_t>(minute.number % kPeakMinutes)] = minute.units;
}

table::HalfUnits PeakHistory::Ripe(std::int64_t number) {
  Advance(number);
  return ripe_;
}

table::HalfUnits PeakHistory::Highest() const {
  return std::max(ripe_, *std::ranges::max_element(recent_));
}

void PeakHistory::Advance(std::int64_t number) {
  // Each minute replaces the one kPeakMinutes before it, which is old enough by then. After
  // kPeakMinutes steps nothing is left to ripen.
  for (std::int64_t steps = 0; next_ < number && steps < kPeakMinutes; ++steps, ++next_) {
    auto& place = recent_[static_cast<std::size_t>(next_ % kPeakMinutes)];
    ripe_ = std::max(ripe_, place);
    place = 0;
  }
  next_ = std::max(next_, number);
}

}  // namespace stator::capacity
