#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "partiql/statement.h"
#include "partiql/token_reader.h"

namespace stator::partiql {

// Parses the operands of a condition or a change, and collects their literals.
class OperandParser {
 public:
  // The functions that a clause may call.
  enum class Place : std::uint8_t { kCondition, kChange };

  OperandParser(TokenReader& reader, Place place) : reader_(reader), place_(place) {}

  // Parses a path, a literal or a call. `missing` is AWS's text if the statement ends here.
  Result<expr::ast::Operand> Parse(std::optional<std::string_view> missing = std::nullopt);
  // Parses operands separated by commas, up to `close`.
  Result<std::vector<expr::ast::Operand>> ParseList(std::string_view close);

  // Adds a literal and returns its operand.
  expr::ast::Literal Add(Literal literal);
  // Returns the literal of an operand if it is constant.
  std::optional<item::ValueView> Constant(const expr::ast::Operand& operand) const;

  TokenReader& reader() { return reader_; }
  std::vector<Slot> TakeSlots() { return std::move(slots_); }

 private:
  Result<expr::ast::Operand> ParseCall();

  TokenReader& reader_;
  Place place_;
  std::vector<Slot> slots_;
};

}  // namespace stator::partiql
