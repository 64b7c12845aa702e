#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/token_reader.h"

// Operands: paths, literals, calls. Conditions and updates allow different functions in them.
namespace stator::expr {

// An operand, in at most one pair of parentheses (more are noted as redundant).
Result<ast::Operand> ParseOperand(TokenReader& reader);
// The same, but parentheses are left to the caller.
Result<ast::Operand> ParseBareOperand(TokenReader& reader);
// One or more operands in parentheses, separated by commas, the opening one already taken.
Result<std::vector<ast::Operand>> ParseOperandList(TokenReader& reader);

// Notes a function that gives no value where a value is wanted.
void NoteMisplacedCall(TokenReader& reader, const ast::Operand& operand);
void NoteMisplaced(TokenReader& reader, ast::Function function);

}  // namespace stator::expr
