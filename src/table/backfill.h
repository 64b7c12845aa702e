#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "table/row_walk.h"
#include "table/units.h"

namespace stator::table {

// What a piece of a walk puts into the index: how much of it, and the units that AWS has for it.
struct Backfilled {
  std::size_t entries = 0;
  HalfUnits units = 0;
};

struct BackfillPlan {
  catalog::Change change;
  Backfilled filled;
};

// What becomes of rows that the walk passes which fills the table's backfilling index: their
// entries, their counts and how far the walk has come, in one change; once no row is left, and the
// state may end, the index becomes active with it. Rows that the index cannot hold are passed over.
// For the commit thread (docs/design/0007-index-backfill.md). REQUIRES: the table is current and
// its unsettled index backfills.
Result<BackfillPlan> PlanBackfill(catalog::Catalog& catalog, const catalog::Table& table,
                                  const PassedRows& passed, TimeMicros now);

}  // namespace stator::table
