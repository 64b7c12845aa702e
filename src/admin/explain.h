#pragma once

#include <string>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

namespace stator::admin {

// Plans the statement, Query or Scan in `body` without running it: {"operation":"Query",
// "input":{…}} (docs/operating.md). Works and answers on a worker for reads, and then on the loop.
// Errors: 400 for another body and for requests that the operation refuses, 404 for an unknown
// table.
// Lifetime: `body` is not used after this returns.
void ExplainRequest(database::Database& database, const std::string& body, Loop& loop,
                    wire::Reply done);

}  // namespace stator::admin
