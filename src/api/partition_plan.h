#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "catalog/table.h"

// Derives partitions from throughput (capacity/partition_rules.h).
namespace stator::api {

// Sets the first partitions of a new table and its global indexes. Errors: kLimitExceededException
// if there would be too many.
Result<> PlanFirstPartitions(catalog::TableSettings& settings);

// Splits partitions until an updated table and its global indexes have enough. A new index gets its
// first ones.
Result<> PlanMorePartitions(TimeMicros now, catalog::TableSettings& settings);

}  // namespace stator::api
