#pragma once

#include <map>
#include <string>
#include <string_view>

#include "expr/ast.h"
#include "expr/bound.h"
#include "item/value.h"

namespace stator::partiql {

// Writes trees as texts of the expression language. Names and values become placeholders.
class ExpressionText {
 public:
  explicit ExpressionText(const expr::Slots& slots) : slots_(slots) {}

  std::string Name(std::string_view attribute);
  std::string Value(item::ValueView value);
  std::string Of(const expr::ast::Path& path);
  std::string Of(const expr::ast::Operand& operand);
  std::string Of(const expr::ast::Condition& condition);

  const std::map<std::string, std::string>& names() const { return names_; }
  item::Item Values() const;

 private:
  struct Printer;

  const expr::Slots& slots_;
  std::map<std::string, std::string> names_;  // by placeholder
  std::map<std::string, item::ValueView> values_;
};

}  // namespace stator::partiql
