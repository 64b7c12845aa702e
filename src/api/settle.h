#pragma once

#include <functional>
#include <string_view>

#include "api/services.h"
#include "catalog/table.h"

namespace stator::api {

// Waits until background work has finished a change of the table, so that the client's next request
// sees it finished. Waits only if no delay is configured, and for a few seconds at most: filling an
// index over many items takes longer, and its status tells clients so. Threads: workers of
// Lane::kTables.
void AwaitSettled(const TableServices& services, std::string_view name,
                  const std::function<bool(const catalog::Table&)>& settled);

}  // namespace stator::api
