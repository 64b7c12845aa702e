#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/stream.h"
#include "catalog/table.h"

// How streams and their shards come and go (docs/design/0009-streams.md). A change of a table that
// concerns its stream is planned here, in one change of the catalog for both. All of it is for
// planners, on the commit thread.
//
// [INV-STREAM-1] While a table's stream records, it has one open shard for each partition, with the
// partition's range. [INV-STREAM-2] A shard's children are opened by the commit that closes it, and
// together have its range.
namespace stator::streams {

// The descriptor's `stream` says whether the table is to have a stream and of what view; label and
// shards are given here. kLimitExceededException: there are as many streams as there may be.
Result<catalog::Change> PlanCreate(catalog::Catalog& catalog, catalog::TableSettings settings,
                                   TimeMicros now);
// Opens a stream, if `settings` want one and `old` has none; closes the one there is, if they do
// not or the table is deleted.
Result<catalog::Change> PlanReplace(catalog::Catalog& catalog, const catalog::Table& old,
                                    catalog::TableSettings settings, TimeMicros now);
// Drops the table and closes its stream, which may be read for a day.
void AddDrop(const catalog::Catalog& catalog, const catalog::TablePtr& table, TimeMicros now,
             catalog::Change& change);

// Where a partition is to be split: before the row with the key `at`.
struct SplitPoint {
  std::uint32_t partition = 0;
  Bytes at;
};
// The split of the partition with this number, or of the one that holds the key, or of the widest;
// before the key, or in the middle. ValidationException if there is none.
Result<SplitPoint> ChooseSplit(const catalog::TableSettings& settings,
                               std::optional<std::uint32_t> partition,
                               const std::optional<Bytes>& key);
// Two partitions in the place of one, and two shards that follow its shard. REQUIRES: `point` was
// chosen for this descriptor.
catalog::Change PlanSplit(catalog::Catalog& catalog, const catalog::Table& table,
                          const SplitPoint& point, TimeMicros now);

// Lets each of these open shards be followed by one with the same range.
catalog::Change PlanRollOver(catalog::Catalog& catalog, const catalog::Table& table,
                             std::span<const std::uint32_t> shards, TimeMicros now);

}  // namespace stator::streams
