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

// How partitions are cut. [INV-PARTITION-1] The partitions of a table or global index are in the
// order of their keys, the first begins at nothing, each ends where the next begins, and no number
// is ever given twice.
namespace stator::catalog {

// The first eight bytes of a key; those that a short one lacks are nothing.
std::uint64_t RouteIn(BytesView key);

// The key order cut into parts of as many routes each. REQUIRES: count is at least 1.
std::vector<PartitionRange> EvenPartitions(std::size_t count);

// Where a partition ends; empty: with the key order.
BytesView EndOf(std::span<const PartitionRange> partitions, std::size_t place);

// The partition that the most routes fall into.
std::size_t WidestPartition(std::span<const PartitionRange> partitions);
// A key in the middle of its routes. nullopt: its keys share their route, or it can have none.
std::optional<Bytes> MiddleRoute(std::span<const PartitionRange> partitions, std::size_t place);

// Of the table, or of a global index. nullptr: there is no such index.
const std::vector<PartitionRange>* PartitionsOf(const TableSettings& settings,
                                                std::string_view index);
std::vector<PartitionRange>* PartitionsOf(TableSettings& settings, std::string_view index);

// Where among the partitions the one with this number is.
std::optional<std::size_t> PlaceOf(std::span<const PartitionRange> partitions,
                                   std::uint32_t number);

// Two partitions in the place of one, and a line of history. REQUIRES: the partition is there, and
// `split.at` lies within and not at its beginning.
void SplitPartition(const Split& split, TableSettings& settings);

// Splits the widest partition again and again until there are `count` of them. REQUIRES: the
// resource is there.
void SplitUntil(std::size_t count, std::string_view index, SplitReason reason, TimeMicros now,
                TableSettings& settings);

}  // namespace stator::catalog
