#include "bill/terms.h"

#include <algorithm>

#include "base/time_text.h"

namespace stator::bill {

std::optional<TimeMicros> ParsePeriod(std::string_view text) {
  const auto period = ParseDuration(text);
  const bool is_possible = period && *period >= kPeriodMin && *period <= kPeriodMax;
  return is_possible ? period : std::nullopt;
}

bool IsPeriodTooShort(const BillTerms& terms, const capacity::AccountUse& use) {
  return terms.period && *terms.period < use.until - use.since;
}

bool CountEqualTimes(const capacity::AccountUse& before, const capacity::AccountUse& after) {
  constexpr double kEqualShare = 1.1;
  const TimeMicros one = before.until - before.since;
  const TimeMicros other = after.until - after.since;
  const auto shorter = static_cast<double>(std::max(std::min(one, other), kPeriodMin));
  return static_cast<double>(std::max(one, other)) <= kEqualShare * shorter;
}

}  // namespace stator::bill
