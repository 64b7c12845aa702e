#pragma once

#include <map>
#include <string>
#include <string_view>

#include "expr/ast.h"
#include "expr/bound.h"
#include "item/value.h"

namespace stator::partiql {

// The placeholders of a request, which its expressions share. Lifetime: views into the values.
class Placeholders {
 public:
  // Return the placeholder of a name or a value. Equal names have the same one.
  std::string Name(std::string_view attribute);
  std::string Value(item::ValueView value);

  const std::map<std::string, std::string>& names() const { return names_; }
  item::Item Values() const;

 private:
  std::map<std::string, std::string> names_;  // by placeholder
  std::map<std::string, item::ValueView> values_;
};

// Writes trees as texts of the expression language. Names and values become placeholders.
class ExpressionText {
 public:
  ExpressionText(const expr::Slots& slots, Placeholders& placeholders)
      : slots_(slots), placeholders_(placeholders) {}

  std::string Of(const expr::ast::Path& path);
  std::string Of(const expr::ast::Operand& operand);
  std::string Of(const expr::ast::Condition& condition);
  // Writes each clause once: SET, REMOVE, ADD and DELETE.
  std::string Of(const expr::ast::Update& update);
  // Writes the condition as one term that AND or OR may follow.
  std::string TermOf(const expr::ast::Condition& condition);

 private:
  struct Printer;

  const expr::Slots& slots_;
  Placeholders& placeholders_;
};

}  // namespace stator::partiql
