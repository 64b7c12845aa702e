#include "partiql/named_table.h"

#include "base/request_limits.h"
#include "partiql/lexer.h"

namespace stator::partiql {

std::string TableNamedIn(std::string_view statement) {
  if (statement.size() > limits::kStatementBytesMax) return {};
  const auto tokens = Tokenize(statement);
  if (!tokens) return {};
  for (std::size_t i = 0; i + 1 < tokens->size(); ++i) {
    const Word word = (*tokens)[i].word;
    if (word != Word::kFrom && word != Word::kInto && word != Word::kUpdate) continue;
    const Token& name = (*tokens)[i + 1];
    const std::string_view text = statement.substr(name.at, name.length);
    if (name.kind == TokenKind::kWord) return std::string(text);
    if (name.kind == TokenKind::kQuoted) return std::string(text.substr(1, text.size() - 2));
    return {};
  }
  return {};
}

}  // namespace stator::partiql
