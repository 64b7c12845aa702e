#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "admin/heat_rows.h"
#include "base/limits.h"
#include "capacity/heat_series.h"
#include "json/describe.h"

namespace stator::admin {

// Slots of one length without a long gap, in columns.
struct HeatRun {
  std::int64_t time = 0;  // begin of the first slot, in seconds since the epoch
  std::int64_t step = 1;  // seconds
  std::vector<double> units;
  std::vector<double> share;  // of the bound, in thousandths
  std::optional<std::vector<std::int64_t>> throttles;
  std::optional<std::vector<std::int64_t>> reasons;  // 1 << Bound
};
BOOST_DESCRIBE_STRUCT(HeatRun, (), (time, step, units, share, throttles, reasons))

// `bound` is in units a second. REQUIRES: the slots are in the order of time and do not overlap.
std::vector<HeatRun> RunsOf(std::span<const capacity::HeatSlot> slots, std::int64_t bound);

// Makes slots longer until all rows together have at most so many.
void FitSlots(std::vector<HeatRow>& rows, std::size_t slots_max = limits::kHeatAnswerSlots);

}  // namespace stator::admin
