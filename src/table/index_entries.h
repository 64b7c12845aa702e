#pragma once

#include <vector>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "item/value.h"
#include "storage/engine.h"
#include "table/units.h"

namespace stator::table {

// Everything that a write changes in one index.
struct IndexDelta {
  std::vector<storage::Mutation> changes;
  catalog::SpaceStatistics statistics;
  HalfUnits units = 0;    // 0: the write does not touch the index
  HalfUnits removal = 0;  // the part of them that removed an entry; the rest put one
};

// Returns the change of the index when its item changes from the old to the new image (nullptr:
// absent), by the rules of facts 6.1. An entry that stays identical costs nothing and is not
// written. Pure. Local and global index entries are made here only.
IndexDelta DeltaOf(const catalog::Table& table, const catalog::Index& index,
                   const item::ItemView* old_image, const item::ItemView* new_image,
                   TimeMicros now);

// Returns the attributes of an item that an index holds: all, or the keys and the included ones.
item::Item Projected(const catalog::Table& table, const catalog::Index& index, item::ItemView item);

}  // namespace stator::table
