#pragma once

#include <vector>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "item/value.h"
#include "storage/engine.h"
#include "table/units.h"

namespace stator::table {

// What a write does to one index.
struct IndexDelta {
  std::vector<storage::Mutation> changes;
  catalog::SpaceStatistics statistics;
  HalfUnits units = 0;    // 0: the index is not touched
  HalfUnits removal = 0;  // those of them that took an entry away; the others put one
};

// From the item's old to its new image (nullptr: absent), by the rules of facts 6.1: an entry that
// stays identical costs nothing and is not written. Pure; LSI and GSI entries alike come from here
// alone.
IndexDelta DeltaOf(const catalog::Table& table, const catalog::Index& index,
                   const item::ItemView* old_image, const item::ItemView* new_image,
                   TimeMicros now);

// The attributes of an item that an index holds: all of them, or keys and those it includes.
item::Item Projected(const catalog::Table& table, const catalog::Index& index, item::ItemView item);

}  // namespace stator::table
