#include "model/exchange/scaling_text.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace stator::model {

std::string ScalingText(const Scaling& scaling) {
  return fmt::format("from {} to {} at {} %", scaling.min, scaling.max, scaling.target_percent);
}

bool IsSame(const Scaling& left, const Scaling& right) {
  return left.min == right.min && left.max == right.max &&
         std::abs(left.target_percent - right.target_percent) < 1;
}

double TargetPercentOf(const Word& value) {
  constexpr double kLeast = 20;
  constexpr double kMost = 90;
  const auto percent = value.unknown.empty() ? NumberOf(value.text) : std::nullopt;
  const bool possible = percent && *percent >= kLeast && *percent <= kMost;
  return possible ? std::round(*percent) : Scaling().target_percent;
}

}  // namespace stator::model
