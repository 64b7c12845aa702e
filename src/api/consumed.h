#pragma once

#include <optional>
#include <string>

#include "api/operation.h"
#include "api/types.h"
#include "table/write.h"

namespace stator::api {

// Returns ConsumedCapacity in the requested form (facts 6.2); nullopt if the client did not request
// it.
std::optional<ConsumedCapacity> Consumed(const std::optional<ReturnConsumedCapacity>& wanted,
                                         const std::string& table_name,
                                         const table::UnitsUsed& units);

// The same for a transaction, which also states whether it read or wrote.
std::optional<ConsumedCapacity> ConsumedTogether(
    const std::optional<ReturnConsumedCapacity>& wanted, const std::string& table_name,
    const table::UnitsUsed& units, Access access);

}  // namespace stator::api
