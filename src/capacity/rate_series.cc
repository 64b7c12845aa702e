#include "capacity/rate_series.h"

#include <algorithm>

namespace stator::capacity {

void RateSeries::Add(std::uint64_t minute, std::uint64_t slot_minutes, table::HalfUnits units) {
  if (minute > minute_) {
    minute_ = minute;
    in_minute_ = 0;
  }
  in_minute_ += units;
  const std::uint64_t place = minute_ / slot_minutes;
  if (slots_.empty() || slots_.back().place < place) slots_.push_back({.place = place});
  Slot& slot = slots_.back();
  slot.units += units;
  slot.peak = std::max(slot.peak, in_minute_);
}

void RateSeries::Add(const RateSeries& other) {
  std::vector<Slot> all;
  auto own = slots_.begin();
  for (const Slot& slot : other.slots_) {
    while (own != slots_.end() && own->place < slot.place) all.push_back(*own++);
    Slot& sum = all.emplace_back(slot);
    if (own == slots_.end() || own->place != slot.place) continue;
    sum.units += own->units;
    sum.peak += own->peak;
    ++own;
  }
  all.insert(all.end(), own, slots_.end());
  slots_ = std::move(all);
}

void RateSeries::Coarsen() {
  std::size_t kept = 0;
  for (const Slot& slot : slots_) {
    const Slot half{.place = slot.place / 2, .units = slot.units, .peak = slot.peak};
    if (kept > 0 && slots_[kept - 1].place == half.place) {
      slots_[kept - 1].units += half.units;
      slots_[kept - 1].peak = std::max(slots_[kept - 1].peak, half.peak);
    } else {
      slots_[kept++] = half;
    }
  }
  slots_.resize(kept);
}

}  // namespace stator::capacity
