#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partiql/words.h"

namespace stator::partiql {

enum class TokenKind : std::uint8_t {
  kWord,       // a keyword or an unquoted name
  kQuoted,     // "name"
  kString,     // 'text'
  kNumber,     // 12, .5, 1e3; without a sign
  kParameter,  // ?
  kSymbol,     // = <> != < <= > >= + - * / ( ) [ ] { } << >> , . : ;
  kEnd,        // after the last character; empty
};

// One token, as a place in the statement. Eight bytes, so that the tokens of a statement take at
// most eight times its text.
struct Token {
  std::uint32_t at;
  std::uint16_t length;
  TokenKind kind;
  Word word;  // of a kWord
};

// Splits a statement into tokens, followed by one kEnd. Comments are blanks (facts 10.2).
// nullopt: an unknown character, an open quote or comment, or a number whose exponent exceeds 32
// bits; AWS answers all of these alike. REQUIRES: `statement` has at most
// limits::kStatementBytesMax bytes.
std::optional<std::vector<Token>> Tokenize(std::string_view statement);

// Calls `see` with each token, the end included, until it returns false. Returns whether all of
// them were tokens.
bool EachToken(std::string_view statement, const std::function<bool(const Token&)>& see);

// Formats "line:column:length", from 1, in characters.
std::string PositionText(std::string_view statement, const Token& token);

}  // namespace stator::partiql
