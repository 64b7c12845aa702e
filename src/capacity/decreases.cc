#include "capacity/decreases.h"

#include <algorithm>

#include "base/durations.h"
#include "base/limits.h"

namespace stator::capacity {
namespace {}  // namespace

std::int64_t DecreasesToday(const catalog::Provisioned& provisioned, TimeMicros now) {
  return provisioned.decreased / kDay == now / kDay ? provisioned.decreases_today : 0;
}

std::optional<TimeMicros> DecreaseHeldUntil(const catalog::Provisioned& provisioned,
                                            std::int64_t decreases_max, TimeMicros now) {
  if (DecreasesToday(provisioned, now) < decreases_max) return std::nullopt;
  const auto next =
      std::min(provisioned.decreased + limits::kDecreaseEvery, (now / kDay + 1) * kDay);
  return now < next ? std::optional(next) : std::nullopt;
}

void NoteDecrease(TimeMicros now, catalog::Provisioned& provisioned) {
  provisioned.decreases_today = DecreasesToday(provisioned, now) + 1;
  provisioned.decreased = now;
}

}  // namespace stator::capacity
