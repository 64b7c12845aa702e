#pragma once

#include <string_view>

#include "api/services.h"
#include "api/types.h"
#include "base/result.h"

namespace stator::api {

// Reads up to a hundred items as of one moment, for the operation of this name.
Result<TransactGetItemsResponse> ReadTogether(const ItemServices& services,
                                              const TransactGetItemsRequest& request,
                                              std::string_view operation);

}  // namespace stator::api
