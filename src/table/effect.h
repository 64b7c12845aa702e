#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "item/value.h"
#include "storage/engine.h"
#include "table/write.h"

namespace stator::table {

// Everything one decided write changes, and what it costs.
struct Effect {
  std::vector<storage::Mutation> changes;  // the row, if it changes, first; then entries of indexes
  std::optional<storage::LogRecord> record;  // for tables with a stream, when the item changed
  std::vector<std::pair<storage::Space, catalog::SpaceStatistics>> statistics;  // a space once
  // By how much the item's collection grows: the item and its entries in local indexes.
  std::int64_t collection_delta = 0;
  Written written;
  std::optional<Decision> decision;  // that it comes from
};

// Runs the command's decision on the stored row (nullopt: there is none) and works out its effect.
// Pure: the same row gives the same effect, and nothing happens until the commit queue applies it.
// `made`: what the command decided on this very row before; nullptr: nothing.
Result<Effect> Work(const Command& command, const std::optional<BytesView>& stored_row,
                    TimeMicros now, const Decision* made = nullptr);

// An upper bound on the work of that, in bytes copied (limits.h).
std::size_t WorkOf(const Command& command, std::size_t row_bytes);

// Takes out of an effect what it does to one index. What the write consumes stays: AWS charges for
// an index from the moment it backfills.
void LeaveOut(storage::Space index, Effect& effect);

}  // namespace stator::table
