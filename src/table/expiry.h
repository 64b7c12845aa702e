#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"
#include "storage/engine.h"

// Expiry times of items, and the index that orders items by them (docs/formats/expiry.md).
namespace stator::table {

// Returns the time in an item's attribute: seconds since the epoch, cut off below microseconds.
// nullopt unless the attribute holds a number that is a time from 1970 to the year 9999. Any other
// value is valid and means that the item never expires.
std::optional<TimeMicros> ExpiryOf(item::ItemView item, std::string_view attribute);

// Whether the time has passed, but not more than five years ago. An older time counts as a mistake.
bool IsExpired(TimeMicros expiry, TimeMicros now);

// The keys of an index from the time `from` (included) to `to` (excluded).
storage::KeyRange ExpiryRange(TimeMicros from, TimeMicros to);
// The keys of all entries that were expired `delay` ago and are expired now.
storage::KeyRange ExpiredRange(TimeMicros now, TimeMicros delay);

// Returns the row key in an index entry's key. Lifetime: a view into `entry_key`. Errors:
// kCorruption if `entry_key` is no such key.
Result<BytesView> RowKeyInEntry(BytesView entry_key);

// Returns the changes of the table's index when a row changes from its old to its new image
// (nullptr: absent); none if the table has no index. Pure. Entries are made here only.
std::vector<storage::Mutation> ExpiryChanges(const catalog::TimeToLive& time_to_live,
                                             BytesView row_key, const item::ItemView* old_image,
                                             const item::ItemView* new_image);

}  // namespace stator::table
