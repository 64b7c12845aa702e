#include "expr/parser.h"

#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "expr/condition_parser.h"
#include "expr/token_reader.h"
#include "expr/update_parser.h"

namespace stator::expr {
namespace {

Result<ast::Projection> ParseProjection(TokenReader& reader) {
  ast::Projection projection;
  do {
    projection.paths.push_back(TRY(reader.Path()));
  } while (reader.TakeSymbol(","));
  TRY(reader.ExpectEnd());
  return projection;
}

Result<ast::Expression> ParseRoot(TokenReader& reader) {
  switch (reader.grammar()) {
    case Grammar::kCondition:
      return ast::Expression{TRY(ParseCondition(reader)), {}, {}};
    case Grammar::kUpdate:
      return ast::Expression{TRY(ParseUpdate(reader)), {}, {}};
    case Grammar::kProjection:
      return ast::Expression{TRY(ParseProjection(reader)), {}, {}};
  }
  std::unreachable();
}

Result<> CheckSize(std::string_view text) {
  if (text.empty()) return FailInvalid(texts::kExpressionEmpty);
  if (text.size() > limits::kExpressionBytesMax) {
    return FailInvalid(texts::kExpressionTooLong);
  }
  return {};
}

Result<> CheckFaults(TokenReader& reader) {
  using enum Fault;
  if (const std::size_t operators = reader.OperatorCount();
      operators > limits::kExpressionOperatorsMax) {
    return FailInvalid(fmt::format(texts::kTooManyOperators, operators));
  }
  if (reader.grammar() == Grammar::kUpdate) {
    return reader.faults().Report(
        {kParentheses, kReservedWord, kFunctionName, kFunctionPlace, kSection, kLimit});
  }
  return reader.faults().Report(
      {kParentheses, kFunctionName, kFunctionPlace, kReservedWord, kLimit});
}

}  // namespace

Grammar GrammarOf(Kind kind) {
  switch (kind) {
    case Kind::kUpdate:
      return Grammar::kUpdate;
    case Kind::kCondition:
    case Kind::kKeyCondition:
    case Kind::kFilter:
      return Grammar::kCondition;
    case Kind::kProjection:
      return Grammar::kProjection;
  }
  std::unreachable();
}

Result<ast::Expression> Parse(Grammar grammar, std::string_view text) {
  TRY(CheckSize(text));
  TokenReader reader(grammar, text);
  ast::Expression expression = TRY(ParseRoot(reader));
  TRY(CheckFaults(reader));
  expression.names = reader.TakeNames();
  expression.values = reader.TakeValues();
  return expression;
}

}  // namespace stator::expr
