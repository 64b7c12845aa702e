#pragma once

#include <optional>
#include <string_view>

#include "api/services.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// Sets the table's own capacity mode; nullopt removes it, so that the server's applies. Waits until
// the change is durable. Returns the changed table.
Result<catalog::TablePtr> SetCapacityMode(const TableServices& services, std::string_view name,
                                          std::optional<catalog::CapacityMode> mode);

}  // namespace stator::api
