#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "table/row_walk.h"

namespace stator::table {

// Plans one step of the walk that fills the table's new time-to-live index: the entries of the
// passed rows and the new position. Once no row is left and the state may end, the same change
// enables time to live.
// A write maintains its own entry wherever the walk is. That is safe because an entry follows from
// its row alone: putting it twice, or deleting an absent one, has no effect.
// Threads: the commit thread.
// REQUIRES: the table is current and its time to live is being enabled.
Result<catalog::Change> PlanExpiryWalk(catalog::Catalog& catalog, const catalog::Table& table,
                                       const PassedRows& passed, TimeMicros now);

}  // namespace stator::table
