#include "simulate/scaler.h"

#include <utility>

namespace stator::simulate {

Scaler::Scaler(const ScalingChoice& choice)
    : rule_{.target = choice.target_percent, .min = choice.min, .max = choice.max} {}

std::optional<std::int64_t> Scaler::EndMinute(std::int64_t provisioned, TimeMicros now) {
  constexpr double kPointSeconds = 60;  // a point is the average of a minute
  const double units = std::exchange(in_minute_, 0);
  if (consumed_.size() == scaling::kScaleInPoints) consumed_.erase(consumed_.begin());
  consumed_.emplace_back();
  if (units > 0) consumed_.back() = units / kPointSeconds;
  const auto decision = scaling::Decide(
      rule_, state_, {.consumed = consumed_, .provisioned = provisioned, .now = now});
  if (!decision.capacity) return std::nullopt;
  state_if_done_ = scaling::After(state_, decision, now);
  return decision.capacity;
}

void Scaler::Done() { state_ = state_if_done_; }

}  // namespace stator::simulate
