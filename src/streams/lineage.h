#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

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
// not or the table is deleted. Shards follow partitions that were split.
Result<catalog::Change> PlanReplace(catalog::Catalog& catalog, const catalog::Table& old,
                                    catalog::TableSettings settings, TimeMicros now);
// Drops the table and closes its stream, which may be read for a day.
void AddDrop(const catalog::Catalog& catalog, const catalog::TablePtr& table, TimeMicros now,
             catalog::Change& change);

// Where a partition is to be split: before the entry with the key `at`.
struct SplitPoint {
  std::string index;  // a global index; empty: the table
  std::uint32_t partition = 0;
  Bytes at;
};
// What a split is asked for with. What is left open is chosen: the partition that holds the key, or
// the widest; the middle of its routes.
struct SplitWish {
  std::string index;  // a global index; empty: the table
  std::optional<std::uint32_t> partition;
  std::optional<Bytes> key;
};
// ValidationException if there is no such split.
Result<SplitPoint> ChooseSplit(const catalog::TableSettings& settings, const SplitWish& wish);
// Two partitions in the place of one, and two shards that follow its shard. REQUIRES: `point` was
// chosen for this descriptor.
Result<catalog::Change> PlanSplit(catalog::Catalog& catalog, const catalog::Table& table,
                                  const SplitPoint& point, catalog::SplitReason reason,
                                  TimeMicros now);

// Lets each of these open shards be followed by one with the same range.
catalog::Change PlanRollOver(catalog::Catalog& catalog, const catalog::Table& table,
                             std::span<const std::uint32_t> shards, TimeMicros now);

}  // namespace stator::streams
