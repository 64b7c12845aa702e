#include "partiql/bind.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/partiql_texts.h"
#include "base/texts.h"
#include "expr/bound.h"
#include "expr/condition_check.h"
#include "expr/update_check.h"

namespace stator::partiql {
namespace {

namespace ast = expr::ast;
using item::Type;
using item::ValueView;

bool IsSet(Type type) {
  return type == Type::kStringSet || type == Type::kNumberSet || type == Type::kBinarySet;
}

Result<std::shared_ptr<expr::Bound>> Fill(const Expression& expression,
                                          std::span<const ValueView> parameters) {
  auto bound = std::make_shared<expr::Bound>();
  bound->expression = expression.tree;
  Bytes value;
  for (const Slot& slot : expression.slots) {
    if (!slot.has_parameters()) {
      bound->slots.AddValue(slot.constant());
      continue;
    }
    value.clear();
    TRY(slot.AppendTo(value, parameters));
    bound->slots.AddValue(ValueView(value));
  }
  return bound;
}

Result<> CheckSets(const Expression& expression, const expr::Bound& bound) {
  for (const SetArgument& argument : expression.set_arguments) {
    if (!IsSet(bound.slots.value(argument.slot)->type())) return FailInvalid(argument.fault);
  }
  return {};
}

// attribute_type lists the types in another order than in expressions, so its second argument is
// checked here, before the checks of expr/.
class TypeNames {
 public:
  explicit TypeNames(const expr::Slots& slots) : slots_(slots) {}

  Result<> Check(const ast::Condition& condition) const {
    return std::visit(*this, condition.node);
  }

  Result<> operator()(const ast::Not& negation) const { return Check(*negation.term); }
  Result<> operator()(const ast::All& all) const { return CheckTerms(all.terms); }
  Result<> operator()(const ast::Any& any) const { return CheckTerms(any.terms); }
  Result<> operator()(const ast::Call& call) const {
    if (call.function != ast::Function::kAttributeType || call.arguments.size() != 2) return {};
    const auto* literal = std::get_if<ast::Literal>(&call.arguments[1].node);
    if (literal == nullptr) return {};
    const ValueView name = slots_.ValueOf(*literal);
    if (name.type() != Type::kString || IsTypeName(name.scalar())) return {};
    return FailInvalid(fmt::format(texts::kStatementTypeName, name.scalar()));
  }
  template <class Other>
  Result<> operator()(const Other& /*other*/) const {
    return {};
  }

 private:
  static bool IsTypeName(std::string_view name) {
    for (const Type type :
         {Type::kString, Type::kNumber, Type::kBinary, Type::kBool, Type::kNull, Type::kStringSet,
          Type::kNumberSet, Type::kBinarySet, Type::kList, Type::kMap}) {
      if (item::TypeName(type) == name) return true;
    }
    return false;
  }

  Result<> CheckTerms(const std::vector<ast::Condition>& terms) const {
    for (const ast::Condition& term : terms) TRY(Check(term));
    return {};
  }

  const expr::Slots& slots_;
};

Result<expr::Condition> BindWhere(const Expression& where, std::span<const ValueView> parameters) {
  auto bound = TRY(Fill(where, parameters));
  TRY(TypeNames(bound->slots).Check(std::get<ast::Condition>(bound->expression->root)));
  TRY(expr::CheckCondition(*bound));
  return expr::Condition(std::move(bound));
}

Result<expr::Update> BindChanges(const Expression& changes, std::span<const ValueView> parameters) {
  auto bound = TRY(Fill(changes, parameters));
  TRY(CheckSets(changes, *bound));
  TRY(expr::CheckUpdate(*bound));
  return expr::Update(std::move(bound));
}

Result<item::Item> BindItem(const Slot& slot, std::span<const ValueView> parameters) {
  Bytes value;
  TRY(slot.AppendTo(value, parameters));
  const ValueView view(value);
  if (view.type() != Type::kMap) return FailInvalid(texts::kItemNotMap);
  // An item is a map without what stands before its members.
  value.erase(0, value.size() - view.map().bytes().size());
  return item::Item(std::move(value));
}

}  // namespace

Result<BoundStatement> Bind(std::shared_ptr<const Statement> statement,
                            std::span<const ValueView> parameters) {
  if (parameters.size() != statement->parameters) return FailInvalid(texts::kParametersMismatch);
  BoundStatement bound;
  if (statement->item) bound.item = TRY(BindItem(*statement->item, parameters));
  if (statement->where) bound.where = TRY(BindWhere(*statement->where, parameters));
  if (statement->changes) bound.changes = TRY(BindChanges(*statement->changes, parameters));
  bound.statement = std::move(statement);
  return bound;
}

}  // namespace stator::partiql
