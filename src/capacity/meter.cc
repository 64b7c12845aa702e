#include "capacity/meter.h"

namespace stator::capacity {

using catalog::CapacityMode;

CapacityMode Meter::ModeOf(const catalog::Table& table) const {
  return table->capacity.value_or(mode_);
}

Result<> Meter::Admit(Usage& usage) {
  const auto mode = ModeOf(usage.table);
  if (mode == CapacityMode::kOff) return {};
  const auto throttles = governor_.Admit(usage.table, usage.access, usage.claims, usage.now);
  if (throttles.empty()) return {};
  for (auto* observer : observers_) observer->Throttled(usage, throttles);
  if (mode == CapacityMode::kEnforce) return Fail(ErrorOf(throttles));
  usage.over = true;
  return {};
}

void Meter::Charge(const Usage& usage) {
  // What would have been refused would not have used anything up.
  if (!usage.over && ModeOf(usage.table) != CapacityMode::kOff) {
    governor_.Charge(usage.table, usage.access, usage.claims, usage.now);
  }
  for (auto* observer : observers_) observer->Used(usage);
}

}  // namespace stator::capacity
