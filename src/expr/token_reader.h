#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/faults.h"
#include "expr/lexer.h"
#include "expr/parser.h"

namespace stator::expr {

// Reads the tokens of one expression and parses the elements that the three grammars share, up to
// document paths. Lifetime: holds views into the expression's text.
class TokenReader {
 public:
  TokenReader(Grammar grammar, std::string_view text);

  Grammar grammar() const { return grammar_; }
  const Token& Peek() const { return tokens_[at_]; }
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  // Whether the next token is a keyword of this grammar, such as AND, which cannot be an attribute.
  bool AtKeyword() const;
  bool AtCall() const;  // a word and an opening parenthesis follow

  // REQUIRES: not AtEnd.
  Token Take() { return tokens_[at_++]; }
  // Take the next token if it is the given one. Return whether they did.
  bool TakeSymbol(std::string_view symbol);
  bool TakeKeyword(std::string_view keyword);
  // Take the given token or fail with the syntax error.
  Result<> Expect(std::string_view symbol);
  Result<> ExpectEnd();

  // Returns AWS's error for a next token that does not belong here.
  std::unexpected<Error> SyntaxError() const;

  // Parses a document path.
  Result<ast::Path> Path();
  // Parses the steps that follow and appends them to `path`.
  Result<> Steps(ast::Path& path);
  // REQUIRES: the next token is a kValue.
  ast::Literal Literal();

  // Read a pair of parentheses. Open fails if pairs and calls are nested too deeply. Close notes
  // the pair as redundant if it contains only another pair.
  Result<std::size_t> Open();
  Result<> Close(std::size_t opened);
  // The same for a call's arguments, whose parentheses are never redundant.
  Result<> OpenCall(std::string_view function);
  Result<> CloseCall();

  Faults& faults() { return faults_; }
  // Returns the number of operators in the text (facts 3.3). REQUIRES: the syntax is correct.
  std::size_t OperatorCount() const;

  std::vector<std::string> TakeNames() { return std::move(names_.texts); }
  std::vector<std::string> TakeValues() { return std::move(values_.texts); }

 private:
  // Numbers placeholders in the order of their first use.
  struct Slots {
    std::vector<std::string> texts;
    std::map<std::string_view, std::uint32_t> numbers;
    std::uint32_t NumberOf(std::string_view placeholder);
  };

  Result<ast::Step> NamedStep();
  Result<ast::Step> IndexStep();

  Grammar grammar_;
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  // The positions of the pair of parentheses closed last.
  std::size_t closed_open_ = 0;
  std::size_t closed_close_ = 0;
  Slots names_;
  Slots values_;
  Faults faults_;
};

}  // namespace stator::expr
