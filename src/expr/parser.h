#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/kind.h"

namespace stator::expr {

// The three grammars; filters and key conditions are conditions.
enum class Grammar : std::uint8_t { kCondition, kUpdate, kProjection };
Grammar GrammarOf(Kind kind);

// Parses an expression and checks everything that depends on its text alone: size, syntax and
// number of operators. It then checks, in AWS's order, redundant parentheses, unknown and misplaced
// functions, reserved words, repeated sections and limits. The binder checks the placeholders'
// meanings.
//
// Errors: AWS's text without "Invalid <Kind>: ".
Result<ast::Expression> Parse(Grammar grammar, std::string_view text);

}  // namespace stator::expr
