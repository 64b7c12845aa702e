#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "catalog/table.h"

// How often provisioned units of a table or of an index may become fewer: some times in a day of
// UTC, and then once for each limits::kDecreaseEvery without any (facts 6.3).
namespace stator::capacity {

// Decreases in the day of `now`, so far.
std::int64_t DecreasesToday(const catalog::Provisioned& provisioned, TimeMicros now);

// When the next decrease may be; nullopt: now.
std::optional<TimeMicros> DecreaseHeldUntil(const catalog::Provisioned& provisioned,
                                            std::int64_t decreases_max, TimeMicros now);

void NoteDecrease(TimeMicros now, catalog::Provisioned& provisioned);

}  // namespace stator::capacity
