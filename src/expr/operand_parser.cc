#include "expr/operand_parser.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/texts.h"

namespace stator::expr {
namespace {

std::optional<ast::Function> FunctionOf(std::string_view name) {
  using enum ast::Function;
  static constexpr std::array kAll = {kAttributeExists, kAttributeNotExists, kAttributeType,
                                      kBeginsWith,      kContains,           kSize,
                                      kIfNotExists,     kListAppend};
  for (const ast::Function function : kAll) {
    if (name == FunctionName(function)) return function;
  }
  return std::nullopt;
}

bool IsUpdateFunction(ast::Function function) {
  return function == ast::Function::kIfNotExists || function == ast::Function::kListAppend;
}

void NoteFunctionName(TokenReader& reader, std::string_view name,
                      std::optional<ast::Function> function) {
  const bool update = reader.grammar() == Grammar::kUpdate;
  if (!function) {
    reader.faults().Note(Fault::kFunctionName, fmt::format(texts::kUnknownFunction, name));
  } else if (update && !IsUpdateFunction(*function)) {
    reader.faults().Note(Fault::kFunctionName, fmt::format(texts::kFunctionNotInUpdate, name));
  } else if (!update && IsUpdateFunction(*function)) {
    reader.faults().Note(Fault::kFunctionName, fmt::format(texts::kFunctionNotInCondition, name));
  }
}

Result<ast::Call> ParseCall(TokenReader& reader) {
  if (reader.AtKeyword()) return reader.SyntaxError();
  const std::string_view name = reader.Take().text;
  TRY(reader.OpenCall(name));
  std::vector<ast::Operand> arguments = TRY(ParseOperandList(reader));
  for (const ast::Operand& argument : arguments) NoteMisplacedCall(reader, argument);
  const std::optional<ast::Function> function = FunctionOf(name);
  NoteFunctionName(reader, name, function);
  // A fault discards the tree, so any function may stand for an unknown one.
  return ast::Call{function.value_or(ast::Function::kSize), std::move(arguments)};
}

}  // namespace

Result<ast::Operand> ParseOperand(TokenReader& reader) {
  if (!reader.Peek().IsSymbol("(")) return ParseBareOperand(reader);
  const std::size_t opened = TRY(reader.Open());
  ast::Operand operand = TRY(ParseOperand(reader));
  TRY(reader.Close(opened));
  if (auto* path = std::get_if<ast::Path>(&operand.node)) TRY(reader.Steps(*path));
  return operand;
}

Result<ast::Operand> ParseBareOperand(TokenReader& reader) {
  if (reader.Peek().kind == TokenKind::kValue) return ast::Operand{reader.Literal()};
  if (reader.AtCall()) return ast::Operand{TRY(ParseCall(reader))};
  return ast::Operand{TRY(reader.Path())};
}

Result<std::vector<ast::Operand>> ParseOperandList(TokenReader& reader) {
  std::vector<ast::Operand> operands;
  do {
    operands.push_back(TRY(ParseOperand(reader)));
  } while (reader.TakeSymbol(","));
  TRY(reader.CloseCall());
  return operands;
}

void NoteMisplacedCall(TokenReader& reader, const ast::Operand& operand) {
  const auto* call = std::get_if<ast::Call>(&operand.node);
  if (call == nullptr) return;
  if (call->function == ast::Function::kSize || call->function == ast::Function::kIfNotExists)
    return;
  NoteMisplaced(reader, call->function);
}

void NoteMisplaced(TokenReader& reader, ast::Function function) {
  reader.faults().Note(Fault::kFunctionPlace,
                       fmt::format(texts::kMisusedFunction, FunctionName(function)));
}

}  // namespace stator::expr
