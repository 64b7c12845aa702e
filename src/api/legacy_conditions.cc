#include "api/legacy_conditions.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "item/value.h"

namespace stator::api {
namespace {

using expr::legacy::Demand;
using expr::legacy::Operator;
using item::Type;
using item::ValueView;

Operator OperatorOf(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::kEq:
      return Operator::kEqual;
    case ComparisonOperator::kNe:
      return Operator::kNotEqual;
    case ComparisonOperator::kIn:
      return Operator::kIn;
    case ComparisonOperator::kLe:
      return Operator::kLessOrEqual;
    case ComparisonOperator::kLt:
      return Operator::kLess;
    case ComparisonOperator::kGe:
      return Operator::kGreaterOrEqual;
    case ComparisonOperator::kGt:
      return Operator::kGreater;
    case ComparisonOperator::kBetween:
      return Operator::kBetween;
    case ComparisonOperator::kNotNull:
      return Operator::kExists;
    case ComparisonOperator::kNull:
      return Operator::kNotExists;
    case ComparisonOperator::kContains:
      return Operator::kContains;
    case ComparisonOperator::kNotContains:
      return Operator::kNotContains;
    case ComparisonOperator::kBeginsWith:
      return Operator::kBeginsWith;
    case ComparisonOperator::kUnknown:
      break;
  }
  std::unreachable();
}

bool TakesCount(ComparisonOperator op, std::size_t count) {
  switch (op) {
    case ComparisonOperator::kNull:
    case ComparisonOperator::kNotNull:
      return count == 0;
    case ComparisonOperator::kBetween:
      return count == 2;
    case ComparisonOperator::kIn:
      return count >= 1;
    default:
      return count == 1;
  }
}

bool TakesType(ComparisonOperator op, Type type) {
  const bool ordered = type == Type::kString || type == Type::kNumber || type == Type::kBinary;
  switch (op) {
    case ComparisonOperator::kEq:
    case ComparisonOperator::kNe:
      return true;
    case ComparisonOperator::kContains:
    case ComparisonOperator::kNotContains:
      return ordered || type == Type::kBool || type == Type::kNull;
    case ComparisonOperator::kBeginsWith:
      return type == Type::kString || type == Type::kBinary;
    default:
      return ordered;
  }
}

Result<> CheckOperands(ComparisonOperator op, std::span<const ValueView> operands) {
  if (!TakesCount(op, operands.size())) {
    return FailInvalid(fmt::format(texts::kArgumentCount, ToString(op)));
  }
  if (operands.empty()) return {};
  const Type type = operands.front().type();
  const auto differs = [type](const ValueView& other) { return other.type() != type; };
  if (std::ranges::any_of(operands, differs)) return FailInvalid(texts::kArgumentTypesDiffer);
  if (!TakesType(op, type)) {
    return FailInvalid(fmt::format(texts::kArgumentType, ToString(op), item::TypeName(type)));
  }
  // Encoded numbers have the order of their bytes.
  if (op == ComparisonOperator::kBetween && operands[0].scalar() > operands[1].scalar()) {
    return FailInvalid(texts::kRangeReversed);
  }
  return {};
}

Result<Demand> Demanded(const std::string& name, ComparisonOperator op,
                        std::span<const AttributeValue> arguments, Wording wording) {
  if (op == ComparisonOperator::kUnknown) {
    return Fail(Worded(wording, Invalid(texts::kOperatorUnknown)));
  }
  Demand demand{name, OperatorOf(op), {}};
  demand.operands.reserve(arguments.size());
  for (const AttributeValue& argument : arguments) {
    TRY(CheckBadValue(argument.bad, wording));
    demand.operands.emplace_back(argument.encoded);
  }
  TRY(Worded(wording, CheckOperands(op, demand.operands)));
  return demand;
}

bool NeedsNoValue(ComparisonOperator op) {
  return op == ComparisonOperator::kNull || op == ComparisonOperator::kNotNull;
}

// Checks that the members of an entry of Expected agree.
Result<> CheckForm(const std::string& name, const ExpectedAttributeValue& expected) {
  const auto fail = [&](const char* text) {
    return FailInvalid(fmt::format(fmt::runtime(text), name));
  };
  const auto& op = expected.comparison_operator;
  if (op == ComparisonOperator::kUnknown) return FailInvalid(texts::kOperatorUnknown);
  if (expected.exists && op) return fail(texts::kExistsWithOperator);
  if (expected.value && expected.attribute_value_list) return fail(texts::kValueWithList);
  if (expected.attribute_value_list && !op) return fail(texts::kListWithoutOperator);
  if (!expected.exists.value_or(true) && expected.value) return fail(texts::kValueOfNothing);
  if (expected.value || expected.attribute_value_list) return {};
  if (op && !NeedsNoValue(*op)) {
    return FailInvalid(fmt::format(texts::kOperatorWithoutValue, ToString(*op), name));
  }
  if (!op && expected.exists.value_or(true)) {
    return FailInvalid(
        fmt::format(texts::kExistsWithoutValue, expected.exists ? "true" : "null", name));
  }
  return {};
}

}  // namespace

Result<> CheckAttributeName(const std::string& name) {
  if (name.empty()) return FailInvalid(texts::kAttributeNameEmpty);
  if (name.size() > limits::kAttributeNameBytesMax) {
    return FailInvalid(texts::kAttributeNameLength);
  }
  return {};
}

Result<Demand> DemandOf(const std::string& name, const ExpectedAttributeValue& expected,
                        Wording wording) {
  TRY(Worded(wording, CheckAttributeName(name)));
  TRY(Worded(wording, CheckForm(name, expected)));
  std::span<const AttributeValue> arguments;
  if (expected.attribute_value_list) arguments = *expected.attribute_value_list;
  if (expected.value) arguments = {&*expected.value, 1};
  const auto implied =
      arguments.empty() ? ComparisonOperator::kNull : ComparisonOperator::kEq;  // Exists or Value
  return Demanded(name, expected.comparison_operator.value_or(implied), arguments, wording);
}

Result<Demand> DemandOf(const std::string& name, const Condition& condition, Wording wording) {
  TRY(CheckAttributeName(name));
  std::span<const AttributeValue> arguments;
  if (condition.attribute_value_list) arguments = *condition.attribute_value_list;
  return Demanded(name, *condition.comparison_operator, arguments, wording);
}

bool IsIndexable(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::kEq:
    case ComparisonOperator::kLe:
    case ComparisonOperator::kLt:
    case ComparisonOperator::kGe:
    case ComparisonOperator::kGt:
    case ComparisonOperator::kBeginsWith:
    case ComparisonOperator::kBetween:
      return true;
    default:
      return false;
  }
}

}  // namespace stator::api
