#pragma once

#include <cstdint>
#include <string>

#include "api/services.h"
#include "base/result.h"
#include "capacity/meter.h"

namespace stator::api {

// New units of one kind for a provisioned table or one of its global indexes.
struct UnitsChange {
  std::string table;
  std::string index;  // empty: the table itself
  capacity::Access access;
  std::int64_t units = 0;
};

// Changes the units as UpdateTable does, under the same limits. Units of the other kind keep their
// current values, even if another request has just changed them. Threads: any except the commit
// thread.
Result<> UpdateUnits(const TableServices& services, const UnitsChange& change);

}  // namespace stator::api
