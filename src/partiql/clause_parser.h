#pragma once

#include "base/result.h"
#include "partiql/statement.h"
#include "partiql/token_reader.h"

namespace stator::partiql {

// Parses the condition after WHERE.
Result<Expression> ParseWhere(TokenReader& reader);

// Parses the SET and REMOVE clauses of an UPDATE, one after another.
Result<Expression> ParseChanges(TokenReader& reader);

}  // namespace stator::partiql
