#pragma once

#include <vector>

#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// The keys, attribute definitions and indexes of a table to be created, checked in AWS's order
// (facts 5.1). Fills partition_key, sort_key, definitions and indexes; throughput of indexes is not
// looked at here.
Result<> PlanSchema(const CreateTableRequest& request, catalog::TableSettings& settings);

// An index to be added to a table that exists, checked as far as that goes without the table. Its
// key attributes must be among `definitions`, of which the first of a name counts.
Result<catalog::Index> PlanNewIndex(const GlobalSecondaryIndex& given,
                                    const std::vector<AttributeDefinition>& definitions);

// Adds such an index to the table's, with the definitions that are new.
Result<> AddNewIndex(catalog::Index index, catalog::TableSettings& settings);

}  // namespace stator::api
