#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/kind.h"

namespace stator::expr {

enum class Grammar : std::uint8_t { kCondition, kUpdate, kProjection };
Grammar GrammarOf(Kind kind);

// Reads an expression and finds everything that is wrong with its text alone: size, syntax, number
// of operators, and then, in the order AWS prefers them, superfluous parentheses, unknown and
// misplaced functions, reserved words, repeated sections, limits. What depends on the placeholders'
// meaning is for the binder. Errors carry AWS's text without "Invalid <Kind>: ".
Result<ast::Expression> Parse(Grammar grammar, std::string_view text);

}  // namespace stator::expr
