#pragma once

#include "api/operation.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "partiql/bind.h"

namespace stator::api {

// Plans the SELECT of an ExecuteStatement and returns the reads that are left to do. A read of one
// item is done at once. Lifetime: the work holds views into `services` and `request`.
Result<StatementWork<ExecuteStatementResponse>> Select(const ItemServices& services,
                                                       const ExecuteStatementRequest& request,
                                                       const partiql::BoundStatement& bound);

}  // namespace stator::api
