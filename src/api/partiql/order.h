#pragma once

#include <optional>

#include "base/result.h"
#include "expr/condition.h"
#include "partiql/plan.h"
#include "partiql/statement.h"
#include "query/source.h"

namespace stator::api {

// Applies ORDER BY to a plan: sorts its branches. Returns whether each branch is read backwards.
// Without ORDER BY the branches keep the statement's order (facts 10.5).
// Errors: ValidationException for terms that the source's key cannot order.
Result<bool> ApplyOrder(const query::Source& source, const partiql::Statement& statement,
                        partiql::ReadPlan& plan);

}  // namespace stator::api
