#include "expr/new_value.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/texts.h"
#include "expr/paths.h"
#include "item/encoder.h"
#include "item/number.h"

namespace stator::expr {
namespace {

using item::Type;
using item::ValueView;

Result<NewValue> Sum(const ValueView& left, const ValueView& right, bool subtract) {
  if (left.type() != Type::kNumber || right.type() != Type::kNumber) {
    return FailInvalid(texts::kUpdateOperandType);
  }
  const item::Number a = TRY(item::Number::Decode(left.scalar()));
  const item::Number b = TRY(item::Number::Decode(right.scalar()));
  const item::Number sum = TRY(subtract ? a.Minus(b) : a.Plus(b));
  Bytes bytes;
  item::Encoder(bytes).Number(sum);
  return NewValue(std::move(bytes));
}

Result<NewValue> Joined(const ValueView& first, const ValueView& second) {
  if (first.type() != Type::kList || second.type() != Type::kList) {
    return FailInvalid(texts::kUpdateOperandType);
  }
  Bytes bytes;
  item::Encoder encoder(bytes);
  const std::size_t mark = encoder.BeginList(first.list().count() + second.list().count());
  for (const ValueView member : first.list()) encoder.Copy(member);
  for (const ValueView member : second.list()) encoder.Copy(member);
  encoder.End(mark);
  return NewValue(std::move(bytes));
}

NewValue SetOf(Type type, std::vector<BytesView> members) {
  Bytes bytes;
  item::Encoder(bytes).Set(type, std::move(members));
  return NewValue(std::move(bytes));
}

// Returns the members in byte order, as sets store them.
std::vector<BytesView> MembersOf(const ValueView& set) {
  std::vector<BytesView> members;
  members.reserve(set.set().count());
  for (const BytesView member : set.set()) members.push_back(member);
  return members;
}

NewValue Union(const ValueView& set, const ValueView& added) {
  std::vector<BytesView> members;
  std::ranges::set_union(MembersOf(set), MembersOf(added), std::back_inserter(members));
  return SetOf(set.type(), std::move(members));
}

// A set cannot be empty, so nullopt removes the attribute.
std::optional<NewValue> Difference(const ValueView& set, const ValueView& removed) {
  std::vector<BytesView> members;
  std::ranges::set_difference(MembersOf(set), MembersOf(removed), std::back_inserter(members));
  if (members.empty()) return std::nullopt;
  return SetOf(set.type(), std::move(members));
}

// Computes the right-hand sides of one update.
struct Source {
  const Slots& slots;
  const item::ItemView& old;

  Result<NewValue> Value(const ast::Operand& operand) const {
    return std::visit(*this, operand.node);
  }

  Result<NewValue> operator()(const ast::Path& path) const {
    const std::optional<ValueView> value = Find(path, slots, old);
    if (!value) return FailInvalid(texts::kOperandMissing);
    return NewValue(*value);
  }

  Result<NewValue> operator()(const ast::Literal& literal) const {
    return NewValue(slots.ValueOf(literal));
  }

  Result<NewValue> operator()(const ast::Call& call) const {
    if (call.function == ast::Function::kIfNotExists) {
      const auto value = Find(std::get<ast::Path>(call.arguments[0].node), slots, old);
      if (value) return NewValue(*value);
      return Value(call.arguments[1]);
    }
    const NewValue first = TRY(Value(call.arguments[0]));
    const NewValue second = TRY(Value(call.arguments[1]));
    return Joined(first.view(), second.view());
  }

  Result<NewValue> operator()(const ast::Sum& sum) const {
    const NewValue left = TRY(Value(sum.left));
    const NewValue right = TRY(Value(sum.right));
    return Sum(left.view(), right.view(), sum.subtract);
  }

  Result<NewValue> operator()(const ast::Operand& operand) const { return Value(operand); }
  // SET always has a value.
  Result<NewValue> operator()(std::monostate /*none*/) const { std::unreachable(); }
};

// REQUIRES: both have the same type.
Result<NewValue> Added(const ValueView& current, const ValueView& literal) {
  if (literal.type() == Type::kNumber) return Sum(current, literal, false);
  if (literal.type() == Type::kList) return Joined(current, literal);
  return Union(current, literal);
}

}  // namespace

Result<std::optional<NewValue>> ValueOf(const ast::Action& action, const Slots& slots,
                                        const item::ItemView& old, const char* mismatch) {
  if (action.verb == ast::Verb::kRemove) return std::nullopt;
  if (action.verb == ast::Verb::kSet) return TRY(std::visit(Source{slots, old}, action.value));
  const std::optional<ValueView> current = Find(action.path, slots, old);
  const auto& operand = std::get<ast::Operand>(action.value);
  const ValueView literal = slots.ValueOf(std::get<ast::Literal>(operand.node));
  const bool adds = action.verb == ast::Verb::kAdd;
  if (!current) return adds ? std::optional(NewValue(literal)) : std::nullopt;
  if (current->type() != literal.type()) return FailInvalid(mismatch);
  if (adds) return TRY(Added(*current, literal));
  return Difference(*current, literal);
}

}  // namespace stator::expr
