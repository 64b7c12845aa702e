#include "expr/condition_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/texts.h"
#include "expr/paths.h"
#include "item/number.h"

namespace stator::expr {
namespace {

using item::Type;
using item::ValueView;

bool IsOrdered(Type type) {
  return type == Type::kString || type == Type::kNumber || type == Type::kBinary;
}

bool IsTypeName(std::string_view name) {
  constexpr std::array kAll = {Type::kString, Type::kNumber,    Type::kBinary,    Type::kBool,
                               Type::kNull,   Type::kStringSet, Type::kNumberSet, Type::kBinarySet,
                               Type::kList,   Type::kMap};
  return std::ranges::any_of(kAll, [&](Type type) { return item::TypeName(type) == name; });
}

std::size_t OperandCount(ast::Function function) {
  switch (function) {
    case ast::Function::kAttributeExists:
    case ast::Function::kAttributeNotExists:
    case ast::Function::kSize:
      return 1;
    default:
      return 2;
  }
}

// Checks the nodes of a condition. Each predicate has its own faults.
class Checker {
 public:
  explicit Checker(const Bound& bound) : tree_(*bound.expression), slots_(bound.slots) {}

  Result<> Check(const ast::Condition& condition) const {
    return std::visit(*this, condition.node);
  }

  Result<> operator()(const ast::Not& negation) const { return Check(*negation.term); }
  Result<> operator()(const ast::All& all) const { return CheckTerms(all.terms); }
  Result<> operator()(const ast::Any& any) const { return CheckTerms(any.terms); }

  Result<> operator()(const ast::Comparison& comparison) const {
    Faults faults;
    TRY(CheckOperands({&comparison.left, &comparison.right}, faults));
    const std::string_view text = ComparatorText(comparison.comparator);
    NoteSame(text, comparison.left, {&comparison.right, 1}, faults);
    if (comparison.comparator != ast::Comparator::kEqual &&
        comparison.comparator != ast::Comparator::kNotEqual) {
      NoteUnordered(text, {&comparison.left, &comparison.right}, faults);
    }
    return Gravest(faults);
  }

  Result<> operator()(const ast::Between& between) const {
    Faults faults;
    TRY(CheckOperands({&between.value, &between.low, &between.high}, faults));
    NoteSame("BETWEEN", between.value, {&between.low, 1}, faults);
    NoteSame("BETWEEN", between.value, {&between.high, 1}, faults);
    NoteUnordered("BETWEEN", {&between.value, &between.low, &between.high}, faults);
    NoteBounds(between.low, between.high, faults);
    return Gravest(faults);
  }

  Result<> operator()(const ast::In& in) const {
    Faults faults;
    TRY(CheckOperands({&in.value}, faults));
    for (const ast::Operand& choice : in.choices) TRY(CheckOperands({&choice}, faults));
    NoteSame("IN", in.value, in.choices, faults);
    return Gravest(faults);
  }

  Result<> operator()(const ast::Call& call) const {
    Faults faults;
    for (const ast::Operand& argument : call.arguments) TRY(CheckOperands({&argument}, faults));
    CheckCall(call, faults);
    return Gravest(faults);
  }

 private:
  Result<> CheckTerms(const std::vector<ast::Condition>& terms) const {
    for (const ast::Condition& term : terms) TRY(Check(term));
    return {};
  }

  static Result<> Gravest(Faults& faults) {
    return faults.Report({Fault::kOperandCount, Fault::kDistinct, Fault::kOperandType});
  }

  // Fails on the first undefined placeholder. Otherwise notes the faults inside the operands.
  Result<> CheckOperands(std::initializer_list<const ast::Operand*> operands,
                         Faults& faults) const {
    for (const ast::Operand* operand : operands) NoteUndefinedIn(*operand, faults);
    TRY(faults.Report({Fault::kUndefinedName}));
    for (const ast::Operand* operand : operands) NoteCallsIn(*operand, faults);
    return {};
  }

  // In a condition, undefined names and undefined values are one kind of fault.
  void NoteUndefinedIn(const ast::Operand& operand, Faults& faults) const {
    if (const auto* path = std::get_if<ast::Path>(&operand.node)) {
      NoteUndefined(tree_, slots_, *path, faults);
    } else if (const auto* literal = std::get_if<ast::Literal>(&operand.node)) {
      if (slots_.value(literal->slot)) return;
      faults.Note(Fault::kUndefinedName,
                  fmt::format(texts::kUndefinedValue, tree_.values[literal->slot]));
    } else {
      for (const auto& argument : std::get<ast::Call>(operand.node).arguments) {
        NoteUndefinedIn(argument, faults);
      }
    }
  }

  void NoteCallsIn(const ast::Operand& operand, Faults& faults) const {
    const auto* call = std::get_if<ast::Call>(&operand.node);
    if (call == nullptr) return;
    for (const ast::Operand& argument : call->arguments) NoteCallsIn(argument, faults);
    CheckCall(*call, faults);
  }

  void CheckCall(const ast::Call& call, Faults& faults) const {
    const std::string_view name = FunctionName(call.function);
    if (call.arguments.size() != OperandCount(call.function)) {
      faults.Note(Fault::kOperandCount,
                  fmt::format(texts::kOperandCount, name, call.arguments.size()));
      return;
    }
    NoteSame(name, call.arguments[0], std::span(call.arguments).subspan(1), faults);
    if (auto text = CallTypeFault(call)) faults.Note(Fault::kOperandType, *std::move(text));
  }

  std::optional<std::string> CallTypeFault(const ast::Call& call) const {
    const std::string_view name = FunctionName(call.function);
    const auto wrong = [&](std::string_view type) {
      return fmt::format(texts::kOperandType, name, type);
    };
    switch (call.function) {
      case ast::Function::kAttributeExists:
      case ast::Function::kAttributeNotExists:
        if (std::holds_alternative<ast::Path>(call.arguments[0].node)) return std::nullopt;
        return fmt::format(texts::kPathRequired, name);
      case ast::Function::kAttributeType:
        return TypeNameFault(call.arguments[1]);
      case ast::Function::kBeginsWith:
        for (const ast::Operand& argument : call.arguments) {
          const std::optional<Type> type = KnownType(argument);
          if (type && *type != Type::kString && *type != Type::kBinary) {
            return wrong(item::TypeName(*type));
          }
        }
        return std::nullopt;
      case ast::Function::kContains:
        if (std::holds_alternative<ast::Call>(call.arguments[0].node)) {
          return wrong(item::TypeName(Type::kNumber));  // a size contains nothing
        }
        return std::nullopt;
      case ast::Function::kSize: {
        const std::optional<Type> type = KnownType(call.arguments[0]);
        if (type == Type::kNumber || type == Type::kBool || type == Type::kNull) {
          return wrong(item::TypeName(*type));
        }
        return std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  // Reports a fault unless attribute_type's second operand is a literal string that names a type.
  std::optional<std::string> TypeNameFault(const ast::Operand& operand) const {
    const std::optional<Type> type = KnownType(operand);
    if (type != Type::kString) {
      return fmt::format(texts::kOperandType, "attribute_type",
                         type ? item::TypeName(*type) : texts::kAnyTypeButLiteral);
    }
    const std::string_view name = slots_.ValueOf(std::get<ast::Literal>(operand.node)).scalar();
    if (IsTypeName(name)) return std::nullopt;
    return fmt::format(texts::kUnknownTypeName, name);
  }

  void NoteSame(std::string_view name, const ast::Operand& first,
                std::span<const ast::Operand> others, Faults& faults) const {
    const auto* path = std::get_if<ast::Path>(&first.node);
    if (path == nullptr) return;
    for (const ast::Operand& other : others) {
      const auto* second = std::get_if<ast::Path>(&other.node);
      if (second == nullptr || !SamePath(*path, *second, slots_)) continue;
      faults.Note(Fault::kDistinct,
                  fmt::format(texts::kOperandsNotDistinct, name, PathText(*path, slots_)));
      return;
    }
  }

  void NoteUnordered(std::string_view name, std::initializer_list<const ast::Operand*> operands,
                     Faults& faults) const {
    for (const ast::Operand* operand : operands) {
      const std::optional<Type> type = KnownType(*operand);
      if (!type || IsOrdered(*type)) continue;
      faults.Note(Fault::kOperandType,
                  fmt::format(texts::kOperandType, name, item::TypeName(*type)));
    }
  }

  void NoteBounds(const ast::Operand& low, const ast::Operand& high, Faults& faults) const {
    const auto* low_literal = std::get_if<ast::Literal>(&low.node);
    const auto* high_literal = std::get_if<ast::Literal>(&high.node);
    if (low_literal == nullptr || high_literal == nullptr) return;
    const ValueView a = slots_.ValueOf(*low_literal);
    const ValueView b = slots_.ValueOf(*high_literal);
    if (!IsOrdered(a.type()) || !IsOrdered(b.type())) return;  // noted already
    if (a.type() != b.type()) {
      faults.Note(Fault::kOperandType,
                  fmt::format(texts::kBetweenTypes, item::ShownScalar(a), item::ShownScalar(b)));
    } else if (a.scalar() > b.scalar()) {
      faults.Note(Fault::kOperandType,
                  fmt::format(texts::kBetweenOrder, item::ShownScalar(a), item::ShownScalar(b)));
    }
  }

  // Returns the type of an operand if it does not depend on the item.
  std::optional<Type> KnownType(const ast::Operand& operand) const {
    if (const auto* literal = std::get_if<ast::Literal>(&operand.node)) {
      return slots_.ValueOf(*literal).type();
    }
    if (std::holds_alternative<ast::Call>(operand.node)) return Type::kNumber;  // only size is left
    return std::nullopt;
  }

  const ast::Expression& tree_;
  const Slots& slots_;
};

}  // namespace

Result<> CheckCondition(const Bound& bound) {
  return Checker(bound).Check(std::get<ast::Condition>(bound.expression->root));
}

}  // namespace stator::expr
