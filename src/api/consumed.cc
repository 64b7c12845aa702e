#include "api/consumed.h"

namespace stator::api {
namespace {

double Units(table::HalfUnits half) { return static_cast<double>(half) / 2; }

Capacity CapacityOf(table::HalfUnits half) {
  Capacity capacity;
  capacity.capacity_units = Units(half);
  return capacity;
}

}  // namespace

std::optional<ConsumedCapacity> Consumed(const std::optional<ReturnConsumedCapacity>& wanted,
                                         const std::string& table_name,
                                         const table::UnitsUsed& units) {
  if (!wanted || *wanted == ReturnConsumedCapacity::kNone) return std::nullopt;
  ConsumedCapacity consumed;
  consumed.table_name = table_name;  // in the form the client used, name or ARN
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

}  // namespace stator::api
