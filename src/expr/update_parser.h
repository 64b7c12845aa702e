#pragma once

#include "base/result.h"
#include "expr/ast.h"
#include "expr/token_reader.h"

namespace stator::expr {

// Parses all tokens of `reader` as an update (facts 3.2).
Result<ast::Update> ParseUpdate(TokenReader& reader);

}  // namespace stator::expr
