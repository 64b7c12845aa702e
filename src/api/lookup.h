#pragma once

#include <string_view>

#include "api/context.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// Tables by name or ARN, as the two planes see them.

// For reading and writing items: the table must be there and ready.
Result<catalog::TablePtr> FindReadyTable(Context& context, std::string_view name_or_arn);

// For describing and changing the table itself, in whatever state it is.
Result<catalog::TablePtr> FindAnyTable(Context& context, std::string_view name_or_arn);

// nullptr if there is none, or if it was deleted and its time is up.
catalog::TablePtr FindLiveTable(const Context& context, const catalog::Catalog& catalog,
                                std::string_view name);

// Settings of the table as a change may start from them: nothing else is changing it.
// kResourceInUseException while it is being created or updated. For planners, on the commit thread.
Result<catalog::TablePtr> FindSettledTable(const Context& context, const catalog::Catalog& catalog,
                                           std::string_view name);

// Adds to a change the drops of all tables whose deletion has been waited for, so that none
// lingers. For planners.
void DropExpired(const Context& context, const catalog::Catalog& catalog, catalog::Change& change);

}  // namespace stator::api
