#include "expr/update_charge.h"

#include <variant>

#include <fmt/format.h>

#include "expr/ast.h"
#include "expr/bound.h"

namespace stator::expr {
namespace {

constexpr std::size_t kUpdateBytes = 3;
constexpr std::size_t kWritingBytes = 19;    // SET and ADD
constexpr std::size_t kRemovingBytes = 1;    // REMOVE and DELETE
constexpr std::size_t kTargetStepBytes = 4;  // each step of a target after the first
constexpr std::size_t kOperandPathBytes = 1;
constexpr std::size_t kOperandStepBytes = 14;
constexpr std::size_t kPlusBytes = 34;
constexpr std::size_t kMinusBytes = 37;
constexpr std::size_t kIfNotExistsBytes = 39;
constexpr std::size_t kListAppendBytes = 37;

std::size_t StepBytes(const ast::Step& step, const Slots& slots) {
  if (step.kind == ast::Step::Kind::kIndex) return fmt::formatted_size("{}", step.number);
  return slots.NameOf(step).size();
}

std::size_t PathBytes(const ast::Path& path, const Slots& slots) {
  std::size_t bytes = 0;
  for (const ast::Step& step : path.steps) bytes += StepBytes(step, slots);
  return bytes;
}

std::size_t TargetCharge(const ast::Path& path, const Slots& slots) {
  return PathBytes(path, slots) + kTargetStepBytes * (path.steps.size() - 1);
}

// Charges the right-hand side of an action.
struct ValueCharge {
  const Slots& slots;

  std::size_t operator()(std::monostate /*none*/) const { return 0; }
  std::size_t operator()(const ast::Operand& operand) const {
    return std::visit(*this, operand.node);
  }
  std::size_t operator()(const ast::Literal& literal) const {
    return slots.ValueOf(literal).Size();
  }
  std::size_t operator()(const ast::Path& path) const {
    return kOperandPathBytes + kOperandStepBytes * path.steps.size() + PathBytes(path, slots);
  }
  std::size_t operator()(const ast::Call& call) const {
    std::size_t bytes =
        call.function == ast::Function::kIfNotExists ? kIfNotExistsBytes : kListAppendBytes;
    for (const ast::Operand& argument : call.arguments) bytes += (*this)(argument);
    return bytes;
  }
  std::size_t operator()(const ast::Sum& sum) const {
    return (sum.subtract ? kMinusBytes : kPlusBytes) + (*this)(sum.left) + (*this)(sum.right);
  }
};

// REMOVE and DELETE are charged for their target only; the value of DELETE is free.
std::size_t ActionCharge(const ast::Action& action, const Slots& slots) {
  const std::size_t target = TargetCharge(action.path, slots);
  const bool writes = action.verb == ast::Verb::kSet || action.verb == ast::Verb::kAdd;
  if (!writes) return kRemovingBytes + target;
  return kWritingBytes + target + std::visit(ValueCharge{slots}, action.value);
}

}  // namespace

std::size_t UpdateCharge(const Update& update) {
  const Bound& bound = update.bound();
  std::size_t bytes = kUpdateBytes;
  for (const ast::Action& action : std::get<ast::Update>(bound.expression->root).actions) {
    bytes += ActionCharge(action, bound.slots);
  }
  return bytes;
}

}  // namespace stator::expr
