#pragma once

#include <vector>

#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// Plans the keys, attribute definitions and indexes of a new table, checked in AWS's order
// (facts 5.1). Fills partition_key, sort_key, definitions and indexes. Does not check the
// throughput of indexes.
Result<> PlanSchema(const CreateTableRequest& request, catalog::TableSettings& settings);

// Plans an index to add to an existing table, with all checks that do not need the table. Its key
// attributes must be among `definitions`; the first definition of a name counts.
Result<catalog::Index> PlanNewIndex(const GlobalSecondaryIndex& given,
                                    const std::vector<AttributeDefinition>& definitions);

// Adds such an index to the table, with its new definitions.
Result<> AddNewIndex(catalog::Index index, catalog::TableSettings& settings);

}  // namespace stator::api
