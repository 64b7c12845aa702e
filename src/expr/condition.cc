#include "expr/condition.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "base/bytes.h"
#include "base/search.h"
#include "base/utf8.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/condition_check.h"
#include "expr/paths.h"
#include "item/encoder.h"
#include "item/number.h"

namespace stator::expr {
namespace {

using item::Type;
using item::ValueView;

// Returns the result of size(); nullopt for types without a size.
std::optional<std::int64_t> Measure(const ValueView& value) {
  switch (value.type()) {
    case Type::kString:
      return static_cast<std::int64_t>(Utf16Units(value.scalar()));
    case Type::kBinary:
      return static_cast<std::int64_t>(value.scalar().size());
    case Type::kStringSet:
    case Type::kNumberSet:
    case Type::kBinarySet:
      return static_cast<std::int64_t>(value.set().count());
    case Type::kList:
      return static_cast<std::int64_t>(value.list().count());
    case Type::kMap:
      return static_cast<std::int64_t>(value.map().count());
    case Type::kNumber:
    case Type::kBool:
    case Type::kNull:
      return std::nullopt;
  }
  std::unreachable();
}

bool BeginsWith(const ValueView& value, const ValueView& prefix) {
  if (value.type() != prefix.type()) return false;
  if (value.type() != Type::kString && value.type() != Type::kBinary) return false;
  return value.scalar().starts_with(prefix.scalar());
}

bool Contains(const ValueView& whole, const ValueView& part) {
  switch (whole.type()) {
    case Type::kString:
    case Type::kBinary:
      return part.type() == whole.type() && HasPart(whole.scalar(), part.scalar());
    case Type::kStringSet:
    case Type::kNumberSet:
    case Type::kBinarySet:
      return part.type() == whole.set().member_type() && whole.set().Contains(part.scalar());
    case Type::kList:
      for (const ValueView member : whole.list()) {
        if (member == part) return true;
      }
      return false;
    default:
      return false;
  }
}

// Returns the order of two values; nullopt if they have none (facts 2.3). Encoded numbers have the
// order of their bytes.
std::optional<std::strong_ordering> Order(const ValueView& a, const ValueView& b) {
  if (a.type() != b.type()) return std::nullopt;
  if (a.type() != Type::kString && a.type() != Type::kNumber && a.type() != Type::kBinary) {
    return std::nullopt;
  }
  return a.scalar() <=> b.scalar();
}

// Decides whether an item satisfies a condition. A new kind of node does not compile until it has
// an overload here. Recursion is bounded: the parser refuses deeper nesting.
struct Evaluator {
  const Slots& slots;
  const item::ItemView& item;

  bool Holds(const ast::Condition& condition) const { return std::visit(*this, condition.node); }

  bool operator()(const ast::Comparison& comparison) const {
    Bytes left_room;
    Bytes right_room;
    const auto left = Value(comparison.left, left_room);
    const auto right = Value(comparison.right, right_room);
    switch (comparison.comparator) {
      case ast::Comparator::kEqual:
        return left && right && *left == *right;
      case ast::Comparator::kNotEqual:
        if (Unmeasurable(comparison.left) || Unmeasurable(comparison.right)) return false;
        return !left || !right || *left != *right;
      default:
        return left && right && Ordered(comparison.comparator, *left, *right);
    }
  }

  bool operator()(const ast::Between& between) const {
    Bytes value_room;
    Bytes low_room;
    Bytes high_room;
    const auto value = Value(between.value, value_room);
    const auto low = Value(between.low, low_room);
    const auto high = Value(between.high, high_room);
    return value && low && high && Ordered(ast::Comparator::kGreaterOrEqual, *value, *low) &&
           Ordered(ast::Comparator::kLessOrEqual, *value, *high);
  }

  bool operator()(const ast::In& in) const {
    Bytes value_room;
    const auto value = Value(in.value, value_room);
    if (!value) return false;
    return std::ranges::any_of(in.choices, [&](const ast::Operand& operand) {
      Bytes room;
      const auto choice = Value(operand, room);
      return choice && *choice == *value;
    });
  }

  bool operator()(const ast::Call& call) const {
    Bytes first_room;
    const auto first = Value(call.arguments[0], first_room);
    if (call.function == ast::Function::kAttributeExists) return first.has_value();
    if (call.function == ast::Function::kAttributeNotExists) return !first.has_value();
    Bytes second_room;
    const auto second = Value(call.arguments[1], second_room);
    if (!first || !second) return false;
    if (call.function == ast::Function::kAttributeType) {
      return item::TypeName(first->type()) == second->scalar();
    }
    if (call.function == ast::Function::kBeginsWith) return BeginsWith(*first, *second);
    return Contains(*first, *second);
  }

  bool operator()(const ast::Not& negation) const { return !Holds(*negation.term); }

  bool operator()(const ast::All& all) const {
    return std::ranges::all_of(all.terms, [this](const auto& term) { return Holds(term); });
  }

  bool operator()(const ast::Any& any) const {
    return std::ranges::any_of(any.terms, [this](const auto& term) { return Holds(term); });
  }

  static bool Ordered(ast::Comparator comparator, const ValueView& a, const ValueView& b) {
    const std::optional<std::strong_ordering> order = Order(a, b);
    if (!order) return false;
    switch (comparator) {
      case ast::Comparator::kLess:
        return *order < 0;
      case ast::Comparator::kLessOrEqual:
        return *order <= 0;
      case ast::Comparator::kGreater:
        return *order > 0;
      default:
        return *order >= 0;
    }
  }

  // Returns an operand's value; nullopt if the item has nothing there. A computed value is stored
  // in `room`.
  std::optional<ValueView> Value(const ast::Operand& operand, Bytes& room) const {
    if (const auto* path = std::get_if<ast::Path>(&operand.node)) return Find(*path, slots, item);
    if (const auto* literal = std::get_if<ast::Literal>(&operand.node)) {
      return slots.ValueOf(*literal);
    }
    Bytes inner_room;
    const auto measured = Value(std::get<ast::Call>(operand.node).arguments[0], inner_room);
    const auto size = measured ? Measure(*measured) : std::nullopt;
    if (!size) return std::nullopt;
    item::Encoder(room).Number(item::Number(*size));
    return ValueView(room);
  }

  // Whether the operand is size() of an existing value without a size. Its predicate is false even
  // for <>.
  bool Unmeasurable(const ast::Operand& operand) const {
    const auto* call = std::get_if<ast::Call>(&operand.node);
    if (call == nullptr) return false;
    Bytes room;
    const auto measured = Value(call->arguments[0], room);
    return measured && !Measure(*measured);
  }
};

}  // namespace

Result<Condition> BindCondition(Cache& cache, Kind kind, std::string_view text,
                                Bindings& bindings) {
  std::shared_ptr<Bound> bound = TRY(Fill(cache, kind, text, bindings));
  TRY(Prefixed(kind, CheckCondition(*bound)));
  return Condition(std::move(bound));
}

bool Holds(const Condition& condition, const item::ItemView& item) {
  const Bound& bound = condition.bound();
  return Evaluator{bound.slots, item}.Holds(std::get<ast::Condition>(bound.expression->root));
}

}  // namespace stator::expr
