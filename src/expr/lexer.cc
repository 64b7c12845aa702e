#include "expr/lexer.h"

#include <algorithm>

#include "base/text.h"

namespace stator::expr {
namespace {

bool IsWordPart(char c) { return IsLetter(c) || IsDigit(c) || c == '_'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Returns how many bytes from `from` on satisfy `predicate`.
template <class Predicate>
std::size_t Run(std::string_view text, std::size_t from, Predicate predicate) {
  std::size_t end = from;
  while (end < text.size() && predicate(text[end])) ++end;
  return end - from;
}

std::size_t SymbolLength(std::string_view rest) {
  if (rest.starts_with("<>") || rest.starts_with("<=") || rest.starts_with(">=")) return 2;
  constexpr std::string_view kSymbols = "=<>+-()[].,";
  return kSymbols.contains(rest.front()) ? 1 : 0;
}

// Error texts show the token, so a multi-byte character stays in one token.
std::size_t CharacterLength(std::string_view rest) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  return 1 + Run(rest, 1, continues);
}

// Returns the first token of `rest`. REQUIRES: `rest` is not empty and does not begin with a blank.
Token First(std::string_view rest) {
  const char first = rest.front();
  if (IsLetter(first)) return {TokenKind::kWord, rest.substr(0, Run(rest, 0, IsWordPart))};
  if (first == '0') return {TokenKind::kDigits, rest.substr(0, 1)};  // no number begins with 0
  if (IsDigit(first)) return {TokenKind::kDigits, rest.substr(0, Run(rest, 0, IsDigit))};
  if (first == '#' || first == ':') {
    const std::size_t length = Run(rest, 1, IsWordPart);
    if (length == 0) return {TokenKind::kUnknown, rest.substr(0, 1)};
    return {first == '#' ? TokenKind::kName : TokenKind::kValue, rest.substr(0, 1 + length)};
  }
  if (const std::size_t length = SymbolLength(rest); length > 0) {
    return {TokenKind::kSymbol, rest.substr(0, length)};
  }
  return {TokenKind::kUnknown, rest.substr(0, CharacterLength(rest))};
}

}  // namespace

bool Token::IsKeyword(std::string_view keyword) const {
  return kind == TokenKind::kWord &&
         std::ranges::equal(text, keyword, {}, [](char c) { return Upper(c); });
}

std::vector<Token> Tokenize(std::string_view expression) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  for (;;) {
    at += Run(expression, at, IsBlank);
    if (at == expression.size()) break;
    tokens.push_back(First(expression.substr(at)));
    at += tokens.back().text.size();
  }
  tokens.push_back({TokenKind::kEnd, expression.substr(expression.size())});
  return tokens;
}

}  // namespace stator::expr
