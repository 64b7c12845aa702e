#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/condition.h"

namespace stator::expr {
namespace {

// Collects the first steps of a condition's paths. Recursion is bounded: the parser refuses deeper
// nesting.
class Collector {
 public:
  explicit Collector(const Slots& slots) : slots_(slots) {}

  std::vector<std::string_view> Collect(const ast::Condition& condition) && {
    Add(condition);
    return std::move(names_);
  }

  void operator()(const ast::Comparison& comparison) {
    Add(comparison.left);
    Add(comparison.right);
  }
  void operator()(const ast::Between& between) {
    Add(between.value);
    Add(between.low);
    Add(between.high);
  }
  void operator()(const ast::In& in) {
    Add(in.value);
    AddAll(in.choices);
  }
  void operator()(const ast::Call& call) { AddAll(call.arguments); }
  void operator()(const ast::Not& negation) { Add(*negation.term); }
  void operator()(const ast::All& all) { AddAll(all.terms); }
  void operator()(const ast::Any& any) { AddAll(any.terms); }
  void operator()(const ast::Path& path) { names_.push_back(slots_.NameOf(path.steps.front())); }
  void operator()(const ast::Literal& /*literal*/) {}

 private:
  template <class Node>
  void Add(const Node& node) {
    std::visit(*this, node.node);
  }
  template <class Node>
  void AddAll(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) Add(node);
  }

  const Slots& slots_;
  std::vector<std::string_view> names_;
};

}  // namespace

std::vector<std::string_view> AttributesOf(const Condition& condition) {
  const Bound& bound = condition.bound();
  return Collector(bound.slots).Collect(std::get<ast::Condition>(bound.expression->root));
}

}  // namespace stator::expr
