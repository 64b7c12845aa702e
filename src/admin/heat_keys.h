#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "admin/boundary.h"
#include "base/bytes.h"
#include "capacity/heat_series.h"
#include "catalog/table.h"
#include "database/database.h"

namespace stator::admin {

// The use of a key in one slice of time, as Contributor Insights counts it.
struct HeatKeySlot {
  std::int64_t time = 0;  // seconds since the epoch
  std::int64_t step = 0;  // seconds
  double units = 0;
  double throttles = 0;
};
BOOST_DESCRIBE_STRUCT(HeatKeySlot, (), (time, step, units, throttles))

// A key that was used much.
struct BusyKey {
  Bytes begin;               // the first row key that it covers
  std::optional<Bytes> end;  // the first beyond
  KeyAttributes key;
  double units = 0;  // a write unit counts three times
  double throttles = 0;
  std::vector<HeatKeySlot> slots;  // in the order of time
};

// Returns the most used partition keys of a table or global index, the most used first. A
// collection that several partitions share is there by its items. nullopt if Contributor Insights
// does not watch the table or index.
std::optional<std::vector<BusyKey>> BusyKeysOf(database::Database& database,
                                               const catalog::Table& table,
                                               const catalog::Index* index,
                                               const capacity::SecondRange& range);

}  // namespace stator::admin
