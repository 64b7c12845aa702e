#include "capacity/heat_series.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/limits.h"

namespace stator::capacity {
namespace {

constexpr std::int64_t kDaySeconds = limits::kHeatMinutesKept * 60;
// A series that no sweep has trimmed for so long is trimmed by its next second.
constexpr std::int64_t kTrimSeconds = 180;
constexpr std::size_t kSlotsMin = 4;

template <class T>
T Saturated(std::int64_t value, T most) {
  return static_cast<T>(std::clamp<std::int64_t>(value, 0, most));
}

void Merge(const HeatSlot& from, HeatSlot& into) {
  into.units += from.units;
  into.throttles += from.throttles;
  into.bounds |= from.bounds;
}

HeatSlot Lengthened(HeatSlot slot, std::int64_t step) {
  slot.seconds = std::max(step, slot.seconds);
  slot.begin -= slot.begin % slot.seconds;
  return slot;
}

}  // namespace

// Lengths are 2^n or 60 * 2^n seconds and begins are multiples of them, so slots nest or are apart.
void AddSlots(std::span<const HeatSlot> slots, std::int64_t step, std::vector<HeatSlot>& into) {
  for (const HeatSlot& slot : slots) {
    if (!into.empty() && slot.begin < into.back().end()) {
      Merge(slot, into.back());
      continue;
    }
    into.push_back(Lengthened(slot, step));
  }
}

HeatSeries::HeatSeries(HeatRoom* room) : room_(room) {
  if (room_ != nullptr) share_ = HeatRoom::Share(*room_);
}

HeatSeries::Kept HeatSeries::Pack(const HeatSlot& slot) {
  Kept kept{};
  kept.begin = static_cast<std::uint64_t>(slot.begin) & ((std::uint64_t{1} << 40U) - 1);
  kept.seconds = static_cast<std::uint64_t>(slot.seconds) & ((std::uint64_t{1} << 24U) - 1);
  kept.units = Saturated(slot.units, std::numeric_limits<std::uint32_t>::max());
  kept.throttles = Saturated(slot.throttles, (std::uint32_t{1} << 28U) - 1) & 0x0FFF'FFFFU;
  kept.bounds = slot.bounds & 0xFU;
  return kept;
}

HeatSlot HeatSeries::Unpack(const Kept& kept) {
  return {.begin = static_cast<std::int64_t>(kept.begin),
          .seconds = static_cast<std::int64_t>(kept.seconds),
          .units = kept.units,
          .throttles = kept.throttles,
          .bounds = static_cast<std::uint8_t>(kept.bounds)};
}

void HeatSeries::Add(const HeatSlot& second) {
  if (room_ == nullptr || (second.units == 0 && second.throttles == 0)) return;
  if (second.begin >= trimmed_ + kTrimSeconds) Trim(second.begin);
  if (!slots_.empty() && second.begin < Unpack(slots_.back()).end()) {
    HeatSlot last = Unpack(slots_.back());
    Merge(second, last);
    slots_.back() = Pack(last);
    return;
  }
  if (!MakePlace()) return room_->NoteLost();
  slots_.push_back(Pack(Lengthened(second, room_->fine_step())));
}

// Without room the oldest slot makes place.
bool HeatSeries::MakePlace() {
  if (slots_.size() < slots_.capacity()) return true;
  // Series often grow at the same time. By a quarter they stay within a room that was not short.
  const std::size_t wanted = std::max(kSlotsMin, slots_.size() + slots_.size() / 4 + 1);
  if (share_.Resize(wanted * sizeof(Kept))) {
    slots_.reserve(wanted);
    return true;
  }
  if (slots_.empty()) return false;
  slots_.erase(slots_.begin());
  room_->NoteLost();
  return true;
}

std::int64_t HeatSeries::FoldedUntil(std::int64_t now) const {
  const std::int64_t until = std::max<std::int64_t>(0, now - limits::kHeatSecondsKept);
  return until - until % room_->coarse_step();
}

std::vector<HeatSlot> HeatSeries::Fold(std::span<const Kept> slots, std::int64_t now) const {
  const auto until = FoldedUntil(now);
  std::vector<HeatSlot> folded;
  for (const Kept& kept : slots) {
    const HeatSlot slot = Unpack(kept);
    if (slot.end() <= now - kDaySeconds) continue;
    AddSlots({&slot, 1}, slot.begin < until ? room_->coarse_step() : room_->fine_step(), folded);
  }
  return folded;
}

void HeatSeries::Trim(std::int64_t now) {
  trimmed_ = now;
  if (slots_.empty()) return;
  Store(Fold(slots_, now));
}

// Memory is given back where a third of it is unused.
void HeatSeries::Store(const std::vector<HeatSlot>& slots) {
  if (3 * slots.size() < 2 * slots_.capacity()) {
    std::vector<Kept> fewer;
    fewer.reserve(slots.size());
    slots_ = std::move(fewer);
  }
  slots_.resize(slots.size());
  std::ranges::transform(slots, slots_.begin(), &HeatSeries::Pack);
  share_.Resize(slots_.capacity() * sizeof(Kept));
}

std::vector<HeatSlot> HeatSeries::Read(const SecondRange& range, std::int64_t now) const {
  if (slots_.empty()) return {};
  auto slots = Fold(slots_, now);
  std::erase_if(slots, [&](const HeatSlot& slot) {
    return slot.end() <= range.begin || slot.begin >= range.end;
  });
  return slots;
}

}  // namespace stator::capacity
