#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/token_reader.h"

// Parses operands: paths, literals and calls. Conditions and updates allow different functions.
namespace stator::expr {

// Parses an operand in at most one pair of parentheses. Further pairs are noted as redundant.
Result<ast::Operand> ParseOperand(TokenReader& reader);
// Parses an operand without parentheses around it; the caller handles those.
Result<ast::Operand> ParseBareOperand(TokenReader& reader);
// Parses one or more operands, separated by commas, and the closing parenthesis. REQUIRES: the
// opening parenthesis is already taken.
Result<std::vector<ast::Operand>> ParseOperandList(TokenReader& reader);

// Notes a call of a function without a value where a value is needed.
void NoteMisplacedCall(TokenReader& reader, const ast::Operand& operand);
void NoteMisplaced(TokenReader& reader, ast::Function function);

}  // namespace stator::expr
