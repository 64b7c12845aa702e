#include "partiql/named_table.h"

#include "base/request_limits.h"
#include "partiql/lexer.h"

namespace stator::partiql {

std::string TableNamedIn(std::string_view statement) {
  if (statement.size() > limits::kStatementBytesMax) return {};
  std::string table;
  bool follows = false;  // the name is the next token
  EachToken(statement, [&](const Token& token) {
    const std::string_view text = statement.substr(token.at, token.length);
    if (follows && token.kind == TokenKind::kWord) table = text;
    if (follows && token.kind == TokenKind::kQuoted) table = text.substr(1, text.size() - 2);
    if (follows) return false;
    follows = token.word == Word::kFrom || token.word == Word::kInto || token.word == Word::kUpdate;
    return true;
  });
  return table;
}

}  // namespace stator::partiql
