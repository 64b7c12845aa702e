#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "table/row_walk.h"
#include "table/units.h"

namespace stator::table {

// The entries that one step of a backfill put into the index, and the write units that AWS reports
// for them.
struct Backfilled {
  std::size_t entries = 0;
  HalfUnits units = 0;
};

// The change of one step of a backfill, and what it filled.
struct BackfillPlan {
  catalog::Change change;
  Backfilled filled;
};

// Plans one step of the walk that fills the table's backfilling index: the entries of the passed
// rows, their counts and the new position. Once no row is left and the state may end, the same
// change makes the index active. Rows that the index cannot hold get no entry
// (docs/design/0007-index-backfill.md).
// Threads: the commit thread.
// REQUIRES: the table is current and its unsettled index backfills.
Result<BackfillPlan> PlanBackfill(catalog::Catalog& catalog, const catalog::Table& table,
                                  const PassedRows& passed, TimeMicros now);

}  // namespace stator::table
