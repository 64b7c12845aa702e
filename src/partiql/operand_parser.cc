#include "partiql/operand_parser.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "base/partiql_texts.h"
#include "base/text.h"

namespace stator::partiql {

namespace ast = expr::ast;

namespace {

std::optional<ast::Function> FunctionOf(std::string_view name, OperandParser::Place place) {
  using enum ast::Function;
  static constexpr std::array kConditions = {kAttributeExists, kAttributeNotExists, kAttributeType,
                                             kBeginsWith,      kContains,           kSize};
  static constexpr std::array kChanges = {kListAppend};
  const auto find = [&](const auto& functions) -> std::optional<ast::Function> {
    const auto found = std::ranges::find(functions, name, ast::FunctionName);
    return found == functions.end() ? std::nullopt : std::optional(*found);
  };
  return place == OperandParser::Place::kCondition ? find(kConditions) : find(kChanges);
}

}  // namespace

ast::Literal OperandParser::Add(Literal literal) {
  Result<Slot> slot = Slot::Make(std::move(literal));
  if (!slot) reader_.NoteLiteralFault(slot.error());
  slots_.push_back(slot ? *std::move(slot) : Slot());
  return {static_cast<std::uint32_t>(slots_.size() - 1)};
}

std::optional<item::ValueView> OperandParser::Constant(const ast::Operand& operand) const {
  const auto* literal = std::get_if<ast::Literal>(&operand.node);
  if (literal == nullptr || slots_[literal->slot].has_parameters()) return std::nullopt;
  return slots_[literal->slot].constant();
}

Result<ast::Operand> OperandParser::Parse(std::optional<std::string_view> missing) {
  if (missing && reader_.AtEnd()) return TokenReader::Malformed(*missing);
  if (reader_.AtCall()) return ParseCall();
  if (reader_.AtLiteral()) return ast::Operand{Add(TRY(reader_.ReadLiteral()))};
  if (!reader_.AtSymbol("(")) return ast::Operand{TRY(reader_.Path())};
  reader_.Take();
  TRY(reader_.Deeper());
  ast::Operand operand = TRY(Parse());
  TRY(reader_.Expect(")"));
  reader_.Shallower();
  return operand;
}

Result<ast::Operand> OperandParser::ParseCall() {
  const Token name = reader_.Take();
  const std::string function = LowerText(reader_.Text(name));
  const auto known = FunctionOf(function, place_);
  if (!known) {
    reader_.NoteFault(fmt::format(texts::kFunctionUnrecognized, function, reader_.Position(name)));
  }
  TRY(reader_.Expect("("));
  TRY(reader_.Deeper());
  std::vector<ast::Operand> arguments = TRY(ParseList(")"));
  reader_.Shallower();
  // A fault discards the tree, so any function may stand for an unknown one. A test may stand alone
  // as a condition, so no fault of syntax follows.
  return ast::Operand{
      ast::Call{known.value_or(ast::Function::kAttributeExists), std::move(arguments)}};
}

Result<std::vector<ast::Operand>> OperandParser::ParseList(std::string_view close) {
  std::vector<ast::Operand> operands;
  if (reader_.TakeSymbol(close)) return operands;
  do {
    operands.push_back(TRY(Parse()));
  } while (reader_.TakeSymbol(","));
  TRY(reader_.Expect(close));
  return operands;
}

}  // namespace stator::partiql
