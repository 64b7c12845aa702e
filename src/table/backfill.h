#pragma once

#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "storage/engine.h"
#include "table/units.h"

namespace stator::table {

// What one step may take up of the commit thread.
struct BackfillBudget {
  std::size_t rows_max = limits::kBackfillRowsMax;
  std::size_t bytes_max = limits::kBackfillBytesMax;
};

// What a piece of a walk puts into the index: how much of it, and the units that AWS has for it.
struct Backfilled {
  std::size_t entries = 0;
  HalfUnits units = 0;
};

struct BackfillPlan {
  catalog::Change change;
  Backfilled filled;
};

// The next rows of the walk that fills the table's backfilling index: their entries, their counts
// and how far the walk has come, in one change; once no row is left, and the state may end, the
// index becomes active with it. Rows that the index cannot hold are passed over. For the commit
// thread, where the rows read are those that the change meets (docs/design/0007-index-backfill.md).
// REQUIRES: the table is current and its unsettled index backfills.
Result<BackfillPlan> PlanBackfill(storage::Engine& engine, catalog::Catalog& catalog,
                                  const catalog::Table& table, const BackfillBudget& budget,
                                  TimeMicros now);

}  // namespace stator::table
