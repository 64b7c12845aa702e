#pragma once

#include "base/result.h"
#include "expr/ast.h"
#include "expr/token_reader.h"

namespace stator::expr {

// Parses all tokens of `reader` as a condition (facts 3.2).
Result<ast::Condition> ParseCondition(TokenReader& reader);

}  // namespace stator::expr
