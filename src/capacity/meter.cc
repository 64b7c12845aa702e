#include "capacity/meter.h"

namespace stator::capacity {

using catalog::CapacityMode;

CapacityMode Meter::ModeOf(const catalog::Table& table) const {
  return table->capacity.value_or(mode_);
}

Result<> Meter::Admit(Usage& usage) {
  const auto mode = ModeOf(usage.table);
  std::vector<Throttle> throttles;
  if (mode != CapacityMode::kOff) {
    throttles = governor_.Admit(usage.table, usage.access, usage.claims, usage.now);
  }
  if (throttles.empty()) {
    if (usage.request != nullptr) usage.request->Served();
    return {};
  }
  usage.refused = mode == CapacityMode::kEnforce;
  if (usage.request != nullptr) usage.again = !usage.request->Met(usage.table->name);
  for (auto* observer : observers_) observer->Throttled(usage, throttles);
  if (usage.refused) return Fail(ErrorOf(throttles));
  usage.over = true;
  return {};
}

void Meter::Charge(const Usage& usage) {
  // With enforcement this request would have been refused and would have used no capacity.
  if (!usage.over && ModeOf(usage.table) != CapacityMode::kOff) {
    governor_.Charge(usage.table, usage.access, usage.claims, usage.now);
  }
  for (auto* observer : observers_) observer->Used(usage);
}

}  // namespace stator::capacity
