#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "catalog/table.h"

// Limits on how often the provisioned units of a table or index may decrease: a few times per UTC
// day, then once after each limits::kDecreaseEvery without a decrease (facts 6.3).
namespace stator::capacity {

// Returns the number of decreases in the UTC day of `now`.
std::int64_t DecreasesToday(const catalog::Provisioned& provisioned, TimeMicros now);

// Returns the time of the next allowed decrease; nullopt if it is allowed now.
std::optional<TimeMicros> DecreaseHeldUntil(const catalog::Provisioned& provisioned,
                                            std::int64_t decreases_max, TimeMicros now);

// Records a decrease at `now`.
void NoteDecrease(TimeMicros now, catalog::Provisioned& provisioned);

}  // namespace stator::capacity
