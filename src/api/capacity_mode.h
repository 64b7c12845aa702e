#pragma once

#include <optional>
#include <string_view>

#include "api/services.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// Gives the table a capacity mode of its own, or with nullopt the server's, and waits until that is
// durable. Returns the table as it is then.
Result<catalog::TablePtr> SetCapacityMode(const TableServices& services, std::string_view name,
                                          std::optional<catalog::CapacityMode> mode);

}  // namespace stator::api
