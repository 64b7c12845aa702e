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

// Planning of the changes that open, split and close streams and shards
// (docs/design/0009-streams.md). If a change of a table concerns its stream, these functions plan
// one change of the catalog for both.
// Threads: planners call them, on the commit thread.
//
// [INV-STREAM-1] While a table's stream records, it has one open shard for each partition, with the
// partition's range. [INV-STREAM-2] A shard's children are opened by the commit that closes it, and
// together have its range.
namespace stator::streams {

// Plans a new table and its stream. `settings.stream` says whether the table has a stream and of
// what view; PlanCreate sets its label and shards. If there are too many streams, the change drops
// the stream that was disabled first.
// Errors: kLimitExceededException if there are too many streams and none is disabled.
Result<catalog::Change> PlanCreate(catalog::Catalog& catalog, catalog::TableSettings settings,
                                   TimeMicros now);
// Plans new settings of a table. It opens a stream if `settings` want one and `old` has none. It
// closes the stream if `settings` want none or delete the table. Shards follow the partitions that
// `settings` split.
// Errors: kLimitExceededException as for PlanCreate.
Result<catalog::Change> PlanReplace(catalog::Catalog& catalog, const catalog::Table& old,
                                    catalog::TableSettings settings, TimeMicros now);
// Drops the table and closes its stream, which stays readable for a day.
void AddDrop(const catalog::Catalog& catalog, const catalog::TablePtr& table, TimeMicros now,
             catalog::Change& change);

// The point of a split: the second partition begins with the key `at`.
struct SplitPoint {
  std::string index;  // a global index; empty: the table
  std::uint32_t partition = 0;
  Bytes at;
};
// A request to split. ChooseSplit chooses every part that is not given: the partition that holds
// the key, or the widest one; the middle of its routes.
struct SplitWish {
  std::string index;  // a global index; empty: the table
  std::optional<std::uint32_t> partition;
  std::optional<Bytes> key;
};
// Chooses the partition and the point. Errors: ValidationException if there is no such split.
Result<SplitPoint> ChooseSplit(const catalog::TableSettings& settings, const SplitWish& wish);
// Plans two partitions in place of one, and two shards that follow its shard. REQUIRES: ChooseSplit
// chose `point` for this descriptor.
Result<catalog::Change> PlanSplit(catalog::Catalog& catalog, const catalog::Table& table,
                                  const SplitPoint& point, catalog::SplitReason reason,
                                  TimeMicros now);

// Plans a successor with the same range for each of these open shards.
catalog::Change PlanRollOver(catalog::Catalog& catalog, const catalog::Table& table,
                             std::span<const std::uint32_t> shards, TimeMicros now);

}  // namespace stator::streams
