#include "scaling/target_tracking.h"

#include <algorithm>
#include <cmath>

namespace stator::scaling {
namespace {

using Points = std::span<const std::optional<double>>;

template <class Fits>
bool LastAll(Points points, std::size_t count, Fits fits) {
  if (points.size() < count) return false;
  return std::ranges::all_of(points.last(count),
                             [&](const auto& point) { return point && fits(*point); });
}

// Returns the capacity at which the newest point meets the target. Rounding errors of binary
// fractions must not add a unit.
std::int64_t Wanted(const TrackingRule& rule, double consumed) {
  constexpr double kRounding = 1e-9;
  const double exact = consumed * 100 / rule.target;
  const double most = static_cast<double>(rule.max);
  const auto whole = static_cast<std::int64_t>(std::ceil(std::min(exact, most) - kRounding));
  return std::clamp(whole, rule.min, std::max(rule.min, rule.max));
}

TrackingDecision ScaleOut(const TrackingRule& rule, const TrackingState& state,
                          const TrackingInput& input, std::int64_t wanted) {
  TrackingDecision decision{.alarm = TrackingAlarm::kHigh};
  if (wanted <= input.provisioned) {
    if (input.provisioned >= rule.max) decision.not_scaled = NotScaled::kAtMax;
    return decision;
  }
  // Until an increase has taken effect, only a larger one follows.
  const bool cooling = state.last_out != 0 && input.now < state.last_out + rule.out_cooldown;
  if (cooling && wanted <= state.last_out_capacity) return decision;
  decision.capacity = wanted;
  return decision;
}

TrackingDecision ScaleIn(const TrackingRule& rule, const TrackingState& state,
                         const TrackingInput& input, std::int64_t wanted) {
  TrackingDecision decision{.alarm = TrackingAlarm::kLow};
  if (!rule.scale_in) return decision;
  if (wanted >= input.provisioned) {
    if (input.provisioned <= rule.min) decision.not_scaled = NotScaled::kAtMin;
    return decision;
  }
  const bool after_out = state.last_out != 0 && input.now < state.last_out + rule.out_cooldown;
  const bool after_in = state.last_in != 0 && input.now < state.last_in + rule.in_cooldown;
  if (!after_out && !after_in) decision.capacity = wanted;
  return decision;
}

}  // namespace

double HighThreshold(double target, std::int64_t provisioned) {
  return static_cast<double>(provisioned) * target / 100;
}

double LowThreshold(double target, std::int64_t provisioned) {
  return HighThreshold(std::max(target - kScaleInMargin, 0.0), provisioned);
}

TrackingDecision Decide(const TrackingRule& rule, const TrackingState& state,
                        const TrackingInput& input) {
  if (input.provisioned <= 0 || input.consumed.empty() || !input.consumed.back()) return {};
  const auto wanted = Wanted(rule, *input.consumed.back());
  const double high = HighThreshold(rule.target, input.provisioned);
  if (LastAll(input.consumed, kScaleOutPoints, [&](double point) { return point > high; })) {
    return ScaleOut(rule, state, input, wanted);
  }
  const double low = LowThreshold(rule.target, input.provisioned);
  if (LastAll(input.consumed, kScaleInPoints, [&](double point) { return point < low; })) {
    return ScaleIn(rule, state, input, wanted);
  }
  return {};
}

TrackingState After(const TrackingState& state, const TrackingDecision& decision, TimeMicros now) {
  TrackingState next = state;
  if (!decision.capacity) return next;
  if (decision.alarm == TrackingAlarm::kHigh) {
    next.last_out = now;
    next.last_out_capacity = *decision.capacity;
    next.last_in = 0;  // an increase ends the wait after a decrease
  } else {
    next.last_in = now;
  }
  return next;
}

}  // namespace stator::scaling
