#pragma once

#include <optional>
#include <string>

#include "api/operation.h"
#include "api/types.h"
#include "table/write.h"

namespace stator::api {

// ConsumedCapacity in the form the client asked for (facts 6.2); nullopt when it did not.
std::optional<ConsumedCapacity> Consumed(const std::optional<ReturnConsumedCapacity>& wanted,
                                         const std::string& table_name,
                                         const table::UnitsUsed& units);

// The same for a transaction, which also says whether it read or wrote.
std::optional<ConsumedCapacity> ConsumedTogether(
    const std::optional<ReturnConsumedCapacity>& wanted, const std::string& table_name,
    const table::UnitsUsed& units, Access access);

}  // namespace stator::api
