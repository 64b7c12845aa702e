#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "table/row_walk.h"

namespace stator::table {

// What becomes of rows that the walk passes which fills the table's new time-to-live index: their
// entries, and how far the walk has come, in one change; once no row is left, and the state may
// end, time to live is on with it. A row that is written meanwhile keeps its own entry, wherever
// the walk is: an entry follows from its row alone, and putting it twice or deleting it where it is
// not does no harm. For the commit thread. REQUIRES: the table is current and its time to live is
// being enabled.
Result<catalog::Change> PlanExpiryWalk(catalog::Catalog& catalog, const catalog::Table& table,
                                       const PassedRows& passed, TimeMicros now);

}  // namespace stator::table
