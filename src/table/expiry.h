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

// When items expire, and the index that keeps them in that order (docs/formats/expiry.md).
namespace stator::table {

// The time in an item's attribute: a number of seconds since the epoch, cut off below microseconds.
// nullopt: it has none there, or none that is a time from 1970 to the year 9999; whatever else
// stands there is nobody's mistake.
std::optional<TimeMicros> ExpiryOf(item::ItemView item, std::string_view attribute);

// The time has passed, and not more than five years ago: what is older is taken for a mistake.
bool IsExpired(TimeMicros expiry, TimeMicros now);

// The keys of an index from one time (included) to another (excluded).
storage::KeyRange ExpiryRange(TimeMicros from, TimeMicros to);
// The same for all that is expired now, and was `delay` ago.
storage::KeyRange ExpiredRange(TimeMicros now, TimeMicros delay);

// The key of the row of an index's entry. kCorruption if it is no such entry's key.
Result<BytesView> RowKeyInEntry(BytesView entry_key);

// What a change of a row from its old to its new image (nullptr: absent) does to the table's index.
// Nothing if the table has none. Pure; entries come from here alone.
std::vector<storage::Mutation> ExpiryChanges(const catalog::TimeToLive& time_to_live,
                                             BytesView row_key, const item::ItemView* old_image,
                                             const item::ItemView* new_image);

}  // namespace stator::table
