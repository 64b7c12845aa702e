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

// Everything that one decided write changes, and what it costs.
struct Effect {
  std::vector<storage::Mutation> changes;    // the row first, if it changes; then index entries
  std::optional<storage::LogRecord> record;  // if the table has a stream and the item changed
  std::vector<std::pair<storage::Space, catalog::SpaceStatistics>> statistics;  // each space once
  // The growth of the item's collection: the item and its entries in local indexes.
  std::int64_t collection_delta = 0;
  Written written;
  std::optional<Decision> decision;  // the decision it comes from
};

// Runs the command's decision on the stored row (nullopt: none) and derives its effect. Work is
// pure: the same row gives the same effect, and nothing changes until the commit queue applies it.
// `made` is the command's earlier decision on this very row, or nullptr.
Result<Effect> Work(const Command& command, const std::optional<BytesView>& stored_row,
                    TimeMicros now, const Decision* made = nullptr);

// An upper bound on the work of Work(), in bytes copied (limits.h).
std::size_t WorkOf(const Command& command, std::size_t row_bytes);

// Removes from an effect all changes of one index. The units consumed stay, because AWS charges for
// an index from the moment it backfills.
void LeaveOut(storage::Space index, Effect& effect);

}  // namespace stator::table
