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

// Walks over the tokens of one expression: what the three grammars share, up to document paths.
// Leans on the expression's text.
class TokenReader {
 public:
  TokenReader(Grammar grammar, std::string_view text);

  Grammar grammar() const { return grammar_; }
  const Token& Peek() const { return tokens_[at_]; }
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  // The next token is a word of this grammar's own, such as AND; it can be no attribute.
  bool AtKeyword() const;
  bool AtCall() const;  // a word and an opening parenthesis

  // REQUIRES: not AtEnd.
  Token Take() { return tokens_[at_++]; }
  // Takes the next token if it is the one named.
  bool TakeSymbol(std::string_view symbol);
  bool TakeKeyword(std::string_view keyword);
  // Takes it or fails with the syntax error.
  Result<> Expect(std::string_view symbol);
  Result<> ExpectEnd();

  // AWS's words for: the next token does not belong here.
  std::unexpected<Error> SyntaxError() const;

  Result<ast::Path> Path();
  // Takes the steps that follow and appends them.
  Result<> Steps(ast::Path& path);
  // REQUIRES: the next token is a kValue.
  ast::Literal Literal();

  // A pair of parentheses. Close notes the pair as redundant if it holds nothing but another pair.
  // Open fails when pairs and calls are nested too deeply.
  Result<std::size_t> Open();
  Result<> Close(std::size_t opened);
  // The same for the arguments of a call; the parentheses belong to it.
  Result<> OpenCall(std::string_view function);
  Result<> CloseCall();

  Faults& faults() { return faults_; }
  // How many operators the text has (facts 3.3). Right only if its syntax is.
  std::size_t OperatorCount() const;

  std::vector<std::string> TakeNames() { return std::move(names_.texts); }
  std::vector<std::string> TakeValues() { return std::move(values_.texts); }

 private:
  // Numbers placeholders in order of their first use.
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
  // The pair of parentheses closed last: which tokens they are.
  std::size_t closed_open_ = 0;
  std::size_t closed_close_ = 0;
  Slots names_;
  Slots values_;
  Faults faults_;
};

}  // namespace stator::expr
