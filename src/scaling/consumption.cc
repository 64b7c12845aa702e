#include "scaling/consumption.h"

#include <algorithm>

#include "base/check.h"
#include "scaling/target_tracking.h"

namespace stator::scaling {

void Consumption::Used(const capacity::Usage& usage) {
  if (!watching_.load(std::memory_order_relaxed)) return;
  const ReadLock lock(mutex_);
  for (const auto& claim : usage.claims) {
    if (claim.units == 0) continue;
    const std::string_view index = claim.index == nullptr ? std::string_view() : claim.index->name;
    const auto found = series_.find(KeyView(usage.table->name, index, usage.access));
    if (found != series_.end()) found->second->Add(usage.now / kMinute, claim.units);
  }
}

Consumption::Key Consumption::KeyOf(const TargetId& id) {
  auto resource = ParseResource(id.resource, id.dimension);
  CHECK(resource.has_value());
  return {std::move(resource->table), std::move(resource->index), AccessOf(id.dimension)};
}

void Consumption::Watch(const TargetId& id) {
  const WriteLock lock(mutex_);
  auto& series = series_[KeyOf(id)];
  if (series == nullptr) series = std::make_unique<Series>();
  watching_ = true;
}

void Consumption::Forget(const TargetId& id) {
  const WriteLock lock(mutex_);
  series_.erase(KeyOf(id));
  watching_ = !series_.empty();
}

void Consumption::Add(const TargetId& id, Minute minute, table::HalfUnits units) {
  const ReadLock lock(mutex_);
  const auto found = series_.find(KeyOf(id));
  if (found != series_.end()) found->second->Add(minute, units);
}

std::vector<std::optional<double>> Consumption::Window(const TargetId& id, Minute last,
                                                       std::size_t count) const {
  constexpr double kHalfUnitsPerSecond = 2.0 * kMinute / 1'000'000;
  std::vector<std::optional<double>> window(count);
  const ReadLock lock(mutex_);
  const auto found = series_.find(KeyOf(id));
  if (found == series_.end()) return window;
  for (std::size_t back = 0; back < count; ++back) {
    const auto units = found->second->At(last - static_cast<Minute>(back));
    if (units) window[count - 1 - back] = static_cast<double>(*units) / kHalfUnitsPerSecond;
  }
  return window;
}

std::optional<Minute> Consumption::Next(Minute after) const {
  std::optional<Minute> first;
  const ReadLock lock(mutex_);
  for (const auto& [key, series] : series_) {
    const auto next = series->Next(after);
    if (next && (!first || *next < *first)) first = next;
  }
  return first;
}

void Consumption::Series::Add(Minute minute, table::HalfUnits units) {
  const MutexLock lock(mutex);
  auto& slot = slots[static_cast<std::size_t>(minute) % kMinutesKept];
  if (slot.minute > minute) return;  // too old to be kept
  if (slot.minute < minute) slot = {minute, 0};
  slot.units += units;
}

std::optional<table::HalfUnits> Consumption::Series::At(Minute minute) const {
  if (minute < 0) return std::nullopt;
  const MutexLock lock(mutex);
  const auto& slot = slots[static_cast<std::size_t>(minute) % kMinutesKept];
  return slot.minute == minute ? std::optional(slot.units) : std::nullopt;
}

std::optional<Minute> Consumption::Series::Next(Minute after) const {
  std::optional<Minute> first;
  const MutexLock lock(mutex);
  for (const auto& slot : slots) {
    if (slot.minute > after && (!first || slot.minute < *first)) first = slot.minute;
  }
  return first;
}

}  // namespace stator::scaling
