#include "api/consumed.h"

namespace stator::api {
namespace {

double Units(table::HalfUnits half) { return static_cast<double>(half) / 2; }

Capacity CapacityOf(table::HalfUnits half) {
  Capacity capacity;
  capacity.capacity_units = Units(half);
  return capacity;
}

void SayWhich(Access access, const std::optional<double>& units, std::optional<double>& read,
              std::optional<double>& write) {
  (access == Access::kRead ? read : write) = units;
}

void SayWhich(Access access, Capacity& capacity) {
  SayWhich(access, capacity.capacity_units, capacity.read_capacity_units,
           capacity.write_capacity_units);
}

}  // namespace

std::optional<ConsumedCapacity> Consumed(const std::optional<ReturnConsumedCapacity>& wanted,
                                         const std::string& table_name,
                                         const table::UnitsUsed& units) {
  if (!wanted || *wanted == ReturnConsumedCapacity::kNone) return std::nullopt;
  ConsumedCapacity consumed;
  consumed.table_name = table_name;  // as the client named it, by name or ARN
  consumed.capacity_units = Units(units.Total());
  if (*wanted == ReturnConsumedCapacity::kTotal) return consumed;
  consumed.table = CapacityOf(units.table);
  for (const auto& [index, half] : units.indexes) {
    auto& indexes = index->kind == catalog::IndexKind::kGlobal ? consumed.global_secondary_indexes
                                                               : consumed.local_secondary_indexes;
    if (!indexes) indexes.emplace();
    indexes->emplace(index->name, CapacityOf(half));
  }
  return consumed;
}

std::optional<ConsumedCapacity> ConsumedTogether(
    const std::optional<ReturnConsumedCapacity>& wanted, const std::string& table_name,
    const table::UnitsUsed& units, Access access) {
  auto consumed = Consumed(wanted, table_name, units);
  if (!consumed) return consumed;
  SayWhich(access, consumed->capacity_units, consumed->read_capacity_units,
           consumed->write_capacity_units);
  if (consumed->table) SayWhich(access, *consumed->table);
  for (auto* indexes : {&consumed->global_secondary_indexes, &consumed->local_secondary_indexes}) {
    if (!*indexes) continue;
    for (auto& [name, capacity] : **indexes) SayWhich(access, capacity);
  }
  return consumed;
}

}  // namespace stator::api
