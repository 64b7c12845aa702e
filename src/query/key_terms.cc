#include "query/key_terms.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/texts.h"
#include "expr/ast.h"
#include "expr/bound.h"

namespace stator::query {
namespace {

namespace ast = expr::ast;
using Operator = KeyTerm::Operator;

std::unexpected<Error> BadOperator(std::string_view name) {
  return FailInvalid(fmt::format(texts::kKeyConditionOperator, name));
}

// Turns "1 < a" into "a > 1".
ast::Comparator Mirrored(ast::Comparator comparator) {
  switch (comparator) {
    case ast::Comparator::kLess:
      return ast::Comparator::kGreater;
    case ast::Comparator::kLessOrEqual:
      return ast::Comparator::kGreaterOrEqual;
    case ast::Comparator::kGreater:
      return ast::Comparator::kLess;
    case ast::Comparator::kGreaterOrEqual:
      return ast::Comparator::kLessOrEqual;
    default:
      return comparator;
  }
}

Operator OperatorOf(ast::Comparator comparator) {
  switch (comparator) {
    case ast::Comparator::kLess:
      return Operator::kLess;
    case ast::Comparator::kLessOrEqual:
      return Operator::kLessOrEqual;
    case ast::Comparator::kGreater:
      return Operator::kGreater;
    case ast::Comparator::kGreaterOrEqual:
      return Operator::kGreaterOrEqual;
    default:
      return Operator::kEqual;
  }
}

// Walks the ANDs of a condition and collects its terms. A new kind of node does not compile until
// it has a meaning here. The parser bounds the recursion: it refuses deeper nesting.
class Collector {
 public:
  explicit Collector(const expr::Slots& slots) : slots_(slots) {}

  Result<> Collect(const ast::Condition& condition) { return std::visit(*this, condition.node); }

  std::vector<KeyTerm> Take() && { return std::move(terms_); }

  Result<> operator()(const ast::All& all) {
    for (const auto& term : all.terms) TRY(Collect(term));
    return {};
  }
  Result<> operator()(const ast::Any& /*any*/) { return BadOperator("OR"); }
  Result<> operator()(const ast::Not& /*negation*/) { return BadOperator("NOT"); }
  Result<> operator()(const ast::In& /*in*/) { return BadOperator("IN"); }

  Result<> operator()(const ast::Comparison& comparison) {
    if (comparison.comparator == ast::Comparator::kNotEqual) return BadOperator("<>");
    const std::array operands{&comparison.left, &comparison.right};
    TRY(CheckOperands(operands));
    const bool mirrored = Literal(comparison.left) != nullptr;
    const auto& path = mirrored ? comparison.right : comparison.left;
    const auto& value = mirrored ? comparison.left : comparison.right;
    const auto comparator = mirrored ? Mirrored(comparison.comparator) : comparison.comparator;
    return Add({AttributeOf(path), OperatorOf(comparator), ValueOf(value), {}});
  }

  Result<> operator()(const ast::Between& between) {
    const std::array operands{&between.value, &between.low, &between.high};
    TRY(CheckOperands(operands));
    if (Path(between.value) == nullptr) return KeyNotFirst("BETWEEN");
    return Add({AttributeOf(between.value), Operator::kBetween, ValueOf(between.low),
                ValueOf(between.high)});
  }

  Result<> operator()(const ast::Call& call) {
    if (call.function != ast::Function::kBeginsWith) {
      return BadOperator(ast::FunctionName(call.function));
    }
    const std::array operands{&call.arguments[0], &call.arguments[1]};
    TRY(CheckOperands(operands));
    if (Path(call.arguments[0]) == nullptr) return KeyNotFirst("begins_with");
    return Add(
        {AttributeOf(call.arguments[0]), Operator::kBeginsWith, ValueOf(call.arguments[1]), {}});
  }

 private:
  static const ast::Path* Path(const ast::Operand& operand) {
    return std::get_if<ast::Path>(&operand.node);
  }
  static const ast::Literal* Literal(const ast::Operand& operand) {
    return std::get_if<ast::Literal>(&operand.node);
  }
  std::string_view AttributeOf(const ast::Operand& operand) const {
    return slots_.NameOf(Path(operand)->steps.front());
  }
  item::ValueView ValueOf(const ast::Operand& operand) const {
    return slots_.ValueOf(*Literal(operand));
  }
  static Result<> KeyNotFirst(std::string_view name) {
    return FailInvalid(fmt::format(texts::kKeyConditionKeyFirst, name));
  }

  // Fails unless exactly one operand is a top-level attribute and the rest are literals.
  static Result<> CheckOperands(std::span<const ast::Operand* const> operands) {
    std::size_t paths = 0;
    for (const auto* operand : operands) {
      if (std::holds_alternative<ast::Call>(operand->node)) {
        return FailInvalid(texts::kKeyConditionNested);
      }
      const auto* path = Path(*operand);
      if (path == nullptr) continue;
      if (path->steps.size() > 1) return FailInvalid(texts::kKeyConditionNestedAttribute);
      ++paths;
    }
    if (paths > 1) return FailInvalid(texts::kKeyConditionSeveralNames);
    if (paths == 0) return FailInvalid(texts::kKeyConditionNoKey);
    return {};
  }

  Result<> Add(KeyTerm term) {
    if (std::ranges::find(terms_, term.attribute, &KeyTerm::attribute) != terms_.end()) {
      return FailInvalid(texts::kKeyConditionRepeated);
    }
    terms_.push_back(term);
    return {};
  }

  const expr::Slots& slots_;
  std::vector<KeyTerm> terms_;
};

}  // namespace

Result<std::vector<KeyTerm>> TermsOf(const expr::Condition& condition) {
  const auto& bound = condition.bound();
  Collector collector(bound.slots);
  TRY(collector.Collect(std::get<ast::Condition>(bound.expression->root)));
  return std::move(collector).Take();
}

}  // namespace stator::query
