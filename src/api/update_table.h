#pragma once

#include <cstdint>
#include <string>

#include "api/services.h"
#include "base/result.h"
#include "capacity/meter.h"

namespace stator::api {

// New units of one kind for a provisioned table, or for one of its global indexes.
struct UnitsChange {
  std::string table;
  std::string index;  // empty: the table's own
  capacity::Access access;
  std::int64_t units = 0;
};

// Carries it out as UpdateTable would, under the same limits. Units of the other kind stay what
// they are at that moment, also if somebody has just changed them. May be called from any thread
// but that of the commits.
Result<> UpdateUnits(const TableServices& services, const UnitsChange& change);

}  // namespace stator::api
