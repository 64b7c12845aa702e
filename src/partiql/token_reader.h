#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "partiql/lexer.h"
#include "partiql/literal.h"
#include "partiql/statement.h"

namespace stator::partiql {

// Reads the tokens of one statement and parses what all clauses share: names, paths and literals.
// It keeps the first fault of each kind that AWS reports after faults of syntax.
// Lifetime: holds a view of the statement.
class TokenReader {
 public:
  // Errors: a text that has no tokens.
  static Result<TokenReader> Open(std::string_view statement);

  const Token& Peek(std::size_t ahead = 0) const;
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  bool AtSymbol(std::string_view symbol) const { return IsSymbol(Peek(), symbol); }
  bool IsSymbol(const Token& token, std::string_view symbol) const;
  bool AtName() const;  // quoted, or no keyword
  bool AtCall() const;  // a word and an opening parenthesis
  std::string_view Text(const Token& token) const {
    return statement_.substr(token.at, token.length);
  }
  std::string Position(const Token& token) const { return PositionText(statement_, token); }

  // REQUIRES: not AtEnd.
  Token Take() { return tokens_[at_++]; }
  // Take the next token if it is the given one. Return whether they did.
  bool TakeWord(Word word);
  bool TakeSymbol(std::string_view symbol);
  // Take the given token or fail.
  Result<> Expect(Word word, std::string_view name);
  Result<> Expect(std::string_view symbol);

  // Parses a name without a path. `missing` is AWS's text if there is none.
  Result<std::string> Name(std::string_view missing);
  // Parses a document path.
  Result<expr::ast::Path> Path();
  // Parses a literal or a parameter. Errors: AWS's text for a token that begins no value.
  Result<Literal> ReadLiteral();
  bool AtLiteral() const;

  // Returns AWS's error for a next token that begins no term.
  std::unexpected<Error> UnexpectedTerm() const;
  // Returns the error of a statement that is not well formed.
  static std::unexpected<Error> Malformed(std::string_view rest);

  // Enter a pair of parentheses, a call or an EXISTS. Fails beyond limits::kExpressionDepthMax.
  Result<> Deeper();
  void Shallower() { --depth_; }

  // Note a fault that matters only if the syntax is correct.
  void NoteLiteralFault(Error fault);
  void NoteFault(std::string text);
  // Fails with the gravest fault that was noted.
  Result<> ReportFaults();

  std::size_t parameters() const { return parameters_; }
  struct Shape {
    std::string pattern;  // with single blanks, and `?` for every string and number that is a value
    std::size_t literals_hash = 0;  // of these strings and numbers; 0: there are none
  };
  // REQUIRES: the statement was parsed without a fault of syntax.
  Shape ShapeOfText() const;

 private:
  TokenReader(std::string_view statement, std::vector<Token> tokens)
      : statement_(statement), tokens_(std::move(tokens)) {}

  std::string Unquoted(const Token& token) const;
  Result<expr::ast::Step> NamedStep();
  Result<expr::ast::Step> IndexStep();
  Result<Literal> Sequence(std::string_view close);
  Result<Literal> Map();
  Result<Literal> Signed();
  Result<Literal> Nested(std::string_view open);
  Result<Literal> Skip(std::string_view open);
  Literal Misplaced(const Token& function);

  std::string_view statement_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t literal_depth_ = 0;
  std::size_t parameters_ = 0;
  std::optional<Error> literal_fault_;
  std::optional<Error> fault_;
};

}  // namespace stator::partiql
