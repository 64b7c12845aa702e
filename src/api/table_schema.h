#pragma once

#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// The keys, attribute definitions and indexes of a table to be created, checked in AWS's order
// (facts 5.1). Fills partition_key, sort_key, definitions and indexes; throughput of indexes is not
// looked at here.
Result<> PlanSchema(const CreateTableRequest& request, catalog::TableSettings& settings);

}  // namespace stator::api
