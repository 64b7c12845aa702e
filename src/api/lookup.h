#pragma once

#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"

namespace stator::api {

// Tables by name or ARN, as the two planes see them.

// For reading and writing items: the table must be there and ready.
Result<catalog::TablePtr> FindReadyTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                         std::string_view name_or_arn);

// For describing and changing the table itself, in whatever state it is.
Result<catalog::TablePtr> FindAnyTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                       std::string_view name_or_arn);

// nullptr if there is none, or if it was deleted and its time is up.
catalog::TablePtr FindLiveTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                std::string_view name);

// Settings of the table as a change may start from them: nothing else is changing it.
// kResourceInUseException while it is being created or updated. For planners, on the commit thread.
Result<catalog::TablePtr> FindSettledTable(const catalog::Catalog& catalog,
                                           const ServiceClock& clock, std::string_view name);

// Adds to a change the drops of all tables whose deletion has been waited for, so that none
// lingers. For planners.
void DropExpired(const catalog::Catalog& catalog, const ServiceClock& clock,
                 catalog::Change& change);

}  // namespace stator::api
