#pragma once

#include "base/result.h"
#include "expr/ast.h"
#include "expr/token_reader.h"

namespace stator::expr {

// Everything `reader` holds, as an update (facts 3.2).
Result<ast::Update> ParseUpdate(TokenReader& reader);

}  // namespace stator::expr
