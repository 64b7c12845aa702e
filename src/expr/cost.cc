#include "expr/cost.h"

#include <variant>
#include <vector>

#include "base/work_limits.h"
#include "expr/ast.h"
#include "expr/bound.h"

namespace stator::expr {
namespace {

// Adds up the operands of an expression. The parser bounds the recursion.
class Adder {
 public:
  explicit Adder(const Slots& slots) : slots_(slots) {}
  const Cost& cost() const { return cost_; }

  void operator()(const ast::Comparison& comparison) { Add(comparison.left, comparison.right); }
  void operator()(const ast::Between& between) { Add(between.value, between.low, between.high); }
  void operator()(const ast::In& in) {
    Add(in.value);
    AddAll(in.choices);
  }
  void operator()(const ast::Call& call) { AddAll(call.arguments); }
  void operator()(const ast::Not& negation) { Add(*negation.term); }
  void operator()(const ast::All& all) { AddAll(all.terms); }
  void operator()(const ast::Any& any) { AddAll(any.terms); }
  void operator()(const ast::Path& /*path*/) { ++cost_.passes; }
  void operator()(const ast::Literal& literal) {
    cost_.literal_bytes += slots_.ValueOf(literal).bytes().size();
  }

  void operator()(std::monostate /*nothing*/) {}
  void operator()(const ast::Operand& operand) { Add(operand); }
  void operator()(const ast::Sum& sum) { Add(sum.left, sum.right); }
  void operator()(const ast::Action& action) {
    cost_.passes += action.path.steps.size() > 1 ? limits::kNestedPasses : 1;
    std::visit(*this, action.value);
  }

  template <class... Node>
  void Add(const Node&... nodes) {
    (std::visit(*this, nodes.node), ...);
  }

 private:
  template <class Node>
  void AddAll(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) Add(node);
  }

  const Slots& slots_;
  Cost cost_;
};

}  // namespace

Cost CostOf(const Condition& condition) {
  const Bound& bound = condition.bound();
  Adder adder(bound.slots);
  adder.Add(std::get<ast::Condition>(bound.expression->root));
  return adder.cost();
}

Cost CostOf(const Update& update) {
  const Bound& bound = update.bound();
  Adder adder(bound.slots);
  for (const auto& action : std::get<ast::Update>(bound.expression->root).actions) adder(action);
  return adder.cost();
}

}  // namespace stator::expr
