#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "catalog/table.h"

// Functions that cut the key order into partitions. [INV-PARTITION-1] The partitions of a table or
// global index are in key order and the first begins at the empty key. Each ends where the next
// begins, and no number is ever given twice.
namespace stator::catalog {

// The first eight bytes of a key as a number. A shorter key is padded with zero bytes.
std::uint64_t RouteIn(BytesView key);

// Cuts the key order into `count` parts with the same number of routes. REQUIRES: `count` is at
// least 1.
std::vector<PartitionRange> EvenPartitions(std::size_t count);

// The end of a partition. Empty: it ends with the key order. Lifetime: a view into `partitions`.
BytesView EndOf(std::span<const PartitionRange> partitions, std::size_t place);

// Returns the position of the partition with the most routes.
std::size_t WidestPartition(std::span<const PartitionRange> partitions);
// Returns the key in the middle of the partition's routes. nullopt if all its keys share one route,
// or no key has a whole route.
std::optional<Bytes> MiddleRoute(std::span<const PartitionRange> partitions, std::size_t place);

// Returns the partitions of a global index, or of the table if `index` is empty. nullptr if the
// table has no such global index.
const std::vector<PartitionRange>* PartitionsOf(const TableSettings& settings,
                                                std::string_view index);
std::vector<PartitionRange>* PartitionsOf(TableSettings& settings, std::string_view index);

// Returns the position of the partition with this number, or nullopt.
std::optional<std::size_t> PlaceOf(std::span<const PartitionRange> partitions,
                                   std::uint32_t number);

// Replaces one partition by two with new numbers, and adds the split to the history. REQUIRES: the
// partition exists, and `split.at` lies inside it, after its beginning.
void SplitPartition(const Split& split, TableSettings& settings);

// Splits the widest partition repeatedly until there are `count` partitions. REQUIRES: `index` is
// empty or a global index of the table.
void SplitUntil(std::size_t count, std::string_view index, SplitReason reason, TimeMicros now,
                TableSettings& settings);

}  // namespace stator::catalog
