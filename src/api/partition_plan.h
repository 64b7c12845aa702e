#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "catalog/table.h"

// Partitions that follow from throughput (capacity/partition_rules.h).
namespace stator::api {

// The first partitions of a new table and its global indexes. kLimitExceededException: there would
// be too many.
Result<> PlanFirstPartitions(catalog::TableSettings& settings);

// Splits until an updated table and its global indexes have enough; a new index gets its first.
Result<> PlanMorePartitions(TimeMicros now, catalog::TableSettings& settings);

}  // namespace stator::api
