#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stator::expr {

// What a piece of the text is (facts 3.1). A word may be a keyword, a function or an attribute: the
// parser knows which it wants.
enum class TokenKind : std::uint8_t {
  kWord,     // letter, then letters, digits, underscores
  kName,     // #name
  kValue,    // :value
  kDigits,   // decimal digits
  kSymbol,   // one of = <> < <= > >= + - ( ) [ ] . ,
  kUnknown,  // one character that begins nothing
  kEnd,      // after the last character; empty
};

struct Token {
  TokenKind kind;
  std::string_view text;  // part of the expression

  bool IsSymbol(std::string_view symbol) const {
    return kind == TokenKind::kSymbol && text == symbol;
  }
  // Keywords are case-insensitive. `keyword` is in upper case.
  bool IsKeyword(std::string_view keyword) const;
};

// The tokens of `expression`, with one kEnd after them. Never fails: what cannot begin a token is a
// token of its own, for the parser to stumble over. The tokens lean on `expression`.
std::vector<Token> Tokenize(std::string_view expression);

}  // namespace stator::expr
