#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stator::expr {

// The kinds of tokens (facts 3.1). A word may be a keyword, a function or an attribute; the parser
// decides from the context.
enum class TokenKind : std::uint8_t {
  kWord,     // letter, then letters, digits, underscores
  kName,     // #name
  kValue,    // :value
  kDigits,   // decimal digits
  kSymbol,   // one of = <> < <= > >= + - ( ) [ ] . ,
  kUnknown,  // one character that begins no token
  kEnd,      // after the last character; empty
};

// One token of an expression.
struct Token {
  TokenKind kind;
  std::string_view text;  // part of the expression

  bool IsSymbol(std::string_view symbol) const {
    return kind == TokenKind::kSymbol && text == symbol;
  }
  // Compares case-insensitively. REQUIRES: `keyword` is in upper case.
  bool IsKeyword(std::string_view keyword) const;
};

// Splits `expression` into tokens, followed by one kEnd. Never fails: a character that begins no
// token becomes a token of its own, which the parser refuses. Lifetime: views into `expression`.
std::vector<Token> Tokenize(std::string_view expression);

}  // namespace stator::expr
