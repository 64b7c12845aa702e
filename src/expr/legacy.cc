#include "expr/legacy.h"

#include <memory>
#include <utility>
#include <variant>

#include "base/check.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/faults.h"
#include "expr/paths.h"

namespace stator::expr::legacy {
namespace {

using item::ValueView;

ast::Path PathTo(std::string_view attribute) {
  return {{{ast::Step::Kind::kName, 0, std::string(attribute)}}};
}

ast::Operand Attribute(std::string_view name) { return {PathTo(name)}; }

std::optional<ast::Comparator> ComparatorOf(Operator op) {
  switch (op) {
    case Operator::kEqual:
      return ast::Comparator::kEqual;
    case Operator::kNotEqual:
      return ast::Comparator::kNotEqual;
    case Operator::kLess:
      return ast::Comparator::kLess;
    case Operator::kLessOrEqual:
      return ast::Comparator::kLessOrEqual;
    case Operator::kGreater:
      return ast::Comparator::kGreater;
    case Operator::kGreaterOrEqual:
      return ast::Comparator::kGreaterOrEqual;
    default:
      return std::nullopt;
  }
}

ast::Condition Call(ast::Function function, std::vector<ast::Operand> arguments) {
  return {ast::Call{function, std::move(arguments)}};
}

// Makes the tree of one parameter and numbers its literals.
class Maker {
 public:
  ast::Condition ConditionOf(const Demand& demand) {
    if (const auto comparator = ComparatorOf(demand.op)) {
      return {ast::Comparison{*comparator, Attribute(demand.attribute), Only(demand)}};
    }
    switch (demand.op) {
      case Operator::kExists:
        return Call(ast::Function::kAttributeExists, {Attribute(demand.attribute)});
      case Operator::kNotExists:
        return Call(ast::Function::kAttributeNotExists, {Attribute(demand.attribute)});
      case Operator::kContains:
        return Call(ast::Function::kContains, {Attribute(demand.attribute), Only(demand)});
      case Operator::kNotContains:
        return NotContains(demand);
      case Operator::kBeginsWith:
        return Call(ast::Function::kBeginsWith, {Attribute(demand.attribute), Only(demand)});
      case Operator::kIn:
        return In(demand);
      case Operator::kBetween:
        CHECK(demand.operands.size() == 2);
        return {ast::Between{Attribute(demand.attribute), Literal(demand.operands[0]),
                             Literal(demand.operands[1])}};
      default:
        std::unreachable();
    }
  }

  ast::Action ActionOf(const Change& change) {
    ast::Path path = PathTo(change.attribute);
    if (change.action == Action::kRemove) return {ast::Verb::kRemove, std::move(path), {}};
    CHECK(change.value.has_value());
    const ast::Verb verb = change.action == Action::kPut   ? ast::Verb::kSet
                           : change.action == Action::kAdd ? ast::Verb::kAdd
                                                           : ast::Verb::kDelete;
    return {verb, std::move(path), Literal(*change.value)};
  }

  Slots TakeSlots() { return std::move(slots_); }

 private:
  ast::Operand Literal(const ValueView& value) { return {ast::Literal{slots_.AddValue(value)}}; }

  ast::Operand Only(const Demand& demand) {
    CHECK(demand.operands.size() == 1);
    return Literal(demand.operands.front());
  }

  ast::Condition NotContains(const Demand& demand) {
    ast::All all;
    all.terms.push_back(Call(ast::Function::kAttributeExists, {Attribute(demand.attribute)}));
    all.terms.push_back({ast::Not{std::make_unique<ast::Condition>(
        Call(ast::Function::kContains, {Attribute(demand.attribute), Only(demand)}))}});
    return {std::move(all)};
  }

  ast::Condition In(const Demand& demand) {
    ast::In in{Attribute(demand.attribute), {}};
    in.choices.reserve(demand.operands.size());
    for (const ValueView& choice : demand.operands) in.choices.push_back(Literal(choice));
    return {std::move(in)};
  }

  Slots slots_;
};

template <class Root>
std::shared_ptr<Bound> Assemble(Root root, Slots slots) {
  auto expression = std::make_shared<ast::Expression>();
  expression->root = std::move(root);
  auto bound = std::make_shared<Bound>();
  bound->expression = std::move(expression);
  bound->slots = std::move(slots);
  return bound;
}

// REQUIRES: the paths are single names, and no two are equal.
void PutInOrder(Bound& bound, const std::vector<const ast::Path*>& paths) {
  Faults faults;
  bound.order = OrderPaths(paths, bound.slots, faults);
}

}  // namespace

Condition MakeCondition(Junction junction, std::span<const Demand> demands) {
  CHECK(!demands.empty());
  Maker maker;
  std::vector<ast::Condition> terms;
  terms.reserve(demands.size());
  for (const Demand& demand : demands) terms.push_back(maker.ConditionOf(demand));
  if (terms.size() == 1) {
    return Condition(Assemble(std::move(terms.front()), maker.TakeSlots()));
  }
  ast::Condition root = junction == Junction::kAll ? ast::Condition{ast::All{std::move(terms)}}
                                                   : ast::Condition{ast::Any{std::move(terms)}};
  return Condition(Assemble(std::move(root), maker.TakeSlots()));
}

Update MakeUpdate(std::span<const Change> changes) {
  CHECK(!changes.empty());
  Maker maker;
  ast::Update update{.actions = {}, .legacy = true};
  update.actions.reserve(changes.size());
  for (const Change& change : changes) update.actions.push_back(maker.ActionOf(change));
  auto bound = Assemble(std::move(update), maker.TakeSlots());
  std::vector<const ast::Path*> paths;
  for (const auto& action : std::get<ast::Update>(bound->expression->root).actions) {
    paths.push_back(&action.path);
  }
  PutInOrder(*bound, paths);
  return Update(std::move(bound));
}

Projection MakeProjection(std::span<const std::string> attributes) {
  CHECK(!attributes.empty());
  ast::Projection projection;
  projection.paths.reserve(attributes.size());
  for (const std::string& attribute : attributes) projection.paths.push_back(PathTo(attribute));
  auto bound = Assemble(std::move(projection), Slots());
  std::vector<const ast::Path*> paths;
  for (const auto& path : std::get<ast::Projection>(bound->expression->root).paths) {
    paths.push_back(&path);
  }
  PutInOrder(*bound, paths);
  return Projection(std::move(bound));
}

}  // namespace stator::expr::legacy
