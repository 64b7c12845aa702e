#include "model/exchange/scaling_text.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/limits.h"

namespace stator::model {

std::string ScalingText(const Scaling& scaling) {
  return fmt::format("from {} to {} at {} %", scaling.min, scaling.max, scaling.target_percent);
}

bool IsSame(const Scaling& left, const Scaling& right) {
  return left.min == right.min && left.max == right.max &&
         std::abs(left.target_percent - right.target_percent) < 1;
}

double TargetPercentOf(const Word& value) {
  const auto percent = value.unknown.empty() ? NumberOf(value.text) : std::nullopt;
  const bool possible =
      percent && *percent >= limits::kTargetPercentMin && *percent <= limits::kTargetPercentMax;
  return possible ? std::round(*percent) : Scaling().target_percent;
}

}  // namespace stator::model
