#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "expr/condition.h"
#include "expr/update.h"
#include "item/value.h"
#include "partiql/statement.h"

namespace stator::partiql {

// A statement with its parameters filled in. Lifetime: independent of the request.
struct BoundStatement {
  std::shared_ptr<const Statement> statement;
  std::optional<expr::Condition> where;
  std::optional<expr::Update> changes;
  std::optional<item::Item> item;  // INSERT
};

// Fills in the parameters and checks what depends on them: their number, sets, types of operands.
// The tables do not matter yet. Errors: ValidationException with AWS's texts (facts 10.7).
Result<BoundStatement> Bind(std::shared_ptr<const Statement> statement,
                            std::span<const item::ValueView> parameters);

}  // namespace stator::partiql
