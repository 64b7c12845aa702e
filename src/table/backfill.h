#pragma once

#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "storage/engine.h"

namespace stator::table {

// What one step may take up of the commit thread.
struct BackfillBudget {
  std::size_t rows_max = limits::kBackfillRowsMax;
  std::size_t bytes_max = limits::kBackfillBytesMax;
};

// The next rows of the walk that fills the table's backfilling index: their entries, their counts
// and how far the walk has come, in one change; once no row is left, and the state may end, the
// index becomes active with it. Rows that the index cannot hold are passed over. For the commit
// thread, where the rows read are those that the change meets (docs/design/0007-index-backfill.md).
// REQUIRES: the table is current and its unsettled index backfills.
Result<catalog::Change> PlanBackfill(storage::Engine& engine, catalog::Catalog& catalog,
                                     const catalog::Table& table, const BackfillBudget& budget,
                                     TimeMicros now);

}  // namespace stator::table
