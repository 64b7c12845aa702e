#include "admin/heat_runs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stator::admin {
namespace {

// A longer gap takes less room as a new run than as zeros.
constexpr std::int64_t kGapSlotsMax = 8;
constexpr std::int64_t kRunMinuteSeconds = 60;

void Append(const capacity::HeatSlot& slot, std::int64_t bound, HeatRun& run) {
  constexpr double kThousand = 1000;
  const double units = static_cast<double>(slot.units) / 2;
  run.units.push_back(units);
  run.share.push_back(std::round(units * kThousand / static_cast<double>(bound * run.step)) /
                      kThousand);
  run.throttles->push_back(slot.throttles);
  run.reasons->push_back(slot.bounds);
}

// Whether the slot belongs to the run after some empty slots.
bool Follows(const capacity::HeatSlot& slot, const HeatRun& run) {
  if (slot.seconds != run.step || (slot.begin - run.time) % run.step != 0) return false;
  const auto end = run.time + static_cast<std::int64_t>(run.units.size()) * run.step;
  return slot.begin >= end && slot.begin - end <= kGapSlotsMax * run.step;
}

std::size_t CountOf(const std::vector<HeatRow>& rows) {
  std::size_t count = 0;
  for (const auto& row : rows) count += row.slots[0].size() + row.slots[1].size();
  return count;
}

// Slots are 2^n seconds or 2^n minutes long; each kind keeps its own step.
std::vector<capacity::HeatSlot> Lengthen(std::span<const capacity::HeatSlot> slots, int doublings) {
  std::vector<capacity::HeatSlot> longer;
  for (const auto& slot : slots) {
    const std::int64_t unit = slot.seconds % kRunMinuteSeconds == 0 ? kRunMinuteSeconds : 1;
    capacity::AddSlots({&slot, 1}, unit << doublings, longer);
  }
  return longer;
}

}  // namespace

std::vector<HeatRun> RunsOf(std::span<const capacity::HeatSlot> slots, std::int64_t bound) {
  std::vector<HeatRun> runs;
  for (const auto& slot : slots) {
    if (runs.empty() || !Follows(slot, runs.back())) {
      HeatRun run{.time = slot.begin, .step = slot.seconds};
      run.throttles.emplace();
      run.reasons.emplace();
      runs.push_back(std::move(run));
    }
    auto& run = runs.back();
    while (run.time + static_cast<std::int64_t>(run.units.size()) * run.step < slot.begin) {
      Append({}, bound, run);
    }
    Append(slot, bound, run);
  }
  for (auto& run : runs) {
    if (std::ranges::any_of(*run.throttles, [](auto each) { return each > 0; })) continue;
    run.throttles.reset();
    run.reasons.reset();
  }
  return runs;
}

void FitSlots(std::vector<HeatRow>& rows, std::size_t slots_max) {
  constexpr int kDoublingsMax = 20;  // minutes become longer than a day
  for (int doublings = 1; CountOf(rows) > slots_max && doublings <= kDoublingsMax; ++doublings) {
    for (auto& row : rows) {
      for (auto& slots : row.slots) slots = Lengthen(slots, doublings);
    }
  }
}

}  // namespace stator::admin
