#pragma once

#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"

namespace stator::api {

// Finds tables by name or ARN, for the data plane and the control plane.

// Finds a table for reading and writing items. Errors: the table does not exist or is not ready.
Result<catalog::TablePtr> FindReadyTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                         std::string_view name_or_arn);

// Finds a table in any state, for describing and changing it.
Result<catalog::TablePtr> FindAnyTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                       std::string_view name_or_arn);

// Returns the table; nullptr if it does not exist, or if it was deleted and its time is up.
catalog::TablePtr FindLiveTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                std::string_view name);

// Finds a table whose settings a change may start from, because no other change is in progress.
// Errors: kResourceInUseException while the table is being created or updated. Threads: the commit
// thread, in planners.
Result<catalog::TablePtr> FindSettledTable(const catalog::Catalog& catalog,
                                           const ServiceClock& clock, std::string_view name);

// Adds to a change the drops of all tables whose deletion is due, so that none remains. For
// planners.
void DropExpired(const catalog::Catalog& catalog, const ServiceClock& clock,
                 catalog::Change& change);

}  // namespace stator::api
