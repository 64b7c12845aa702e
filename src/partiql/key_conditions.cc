#include "partiql/key_conditions.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/partiql_texts.h"

namespace stator::partiql {

namespace ast = expr::ast;
using item::Type;
using item::ValueView;
using query::KeyTerm;

namespace {

// Returns the operator of `key comparator value`, or of the reverse. nullopt: no key term.
std::optional<KeyTerm::Operator> OperatorOf(ast::Comparator comparator, bool mirrored) {
  switch (comparator) {
    case ast::Comparator::kEqual:
      return KeyTerm::Operator::kEqual;
    case ast::Comparator::kNotEqual:
      return std::nullopt;
    case ast::Comparator::kLess:
      return mirrored ? KeyTerm::Operator::kGreater : KeyTerm::Operator::kLess;
    case ast::Comparator::kLessOrEqual:
      return mirrored ? KeyTerm::Operator::kGreaterOrEqual : KeyTerm::Operator::kLessOrEqual;
    case ast::Comparator::kGreater:
      return mirrored ? KeyTerm::Operator::kLess : KeyTerm::Operator::kGreater;
    case ast::Comparator::kGreaterOrEqual:
      return mirrored ? KeyTerm::Operator::kLessOrEqual : KeyTerm::Operator::kGreaterOrEqual;
  }
  std::unreachable();
}

}  // namespace

KeyConditions::KeyConditions(const query::Source& source, const expr::Slots& slots)
    : source_(source), slots_(slots), hash_(source.hash_keys().front().name) {
  if (!source.range_keys().empty()) range_ = source.range_keys().front().name;
}

std::optional<std::string_view> KeyConditions::KeyNamed(const ast::Operand& operand) const {
  const auto* path = std::get_if<ast::Path>(&operand.node);
  if (path == nullptr || path->steps.size() != 1) return std::nullopt;
  const std::string_view name = slots_.NameOf(path->steps.front());
  if (name == hash_) return hash_;
  if (!range_.empty() && name == range_) return range_;
  return std::nullopt;
}

std::optional<ValueView> KeyConditions::ValueOf(const ast::Operand& operand) const {
  const auto* literal = std::get_if<ast::Literal>(&operand.node);
  if (literal == nullptr) return std::nullopt;
  return slots_.ValueOf(*literal);
}

std::optional<KeyTerm> KeyConditions::TermOf(const ast::Comparison& comparison) const {
  for (const bool mirrored : {false, true}) {
    const auto key = KeyNamed(mirrored ? comparison.right : comparison.left);
    const auto value = ValueOf(mirrored ? comparison.left : comparison.right);
    const auto op = OperatorOf(comparison.comparator, mirrored);
    if (key && value && op) return KeyTerm{*key, *op, *value, {}};
  }
  return std::nullopt;
}

std::vector<KeyTerm> KeyConditions::TermsIn(const ast::Condition& condition) const {
  std::vector<KeyTerm> terms;
  if (const auto* comparison = std::get_if<ast::Comparison>(&condition.node)) {
    if (const auto term = TermOf(*comparison)) terms.push_back(*term);
  } else if (const auto* between = std::get_if<ast::Between>(&condition.node)) {
    const auto key = KeyNamed(between->value);
    const auto low = ValueOf(between->low);
    const auto high = ValueOf(between->high);
    if (key && low && high) terms.push_back({*key, KeyTerm::Operator::kBetween, *low, *high});
  } else if (const auto* in = std::get_if<ast::In>(&condition.node)) {
    const auto key = KeyNamed(in->value);
    if (!key) return {};
    for (const ast::Operand& choice : in->choices) {
      const auto value = ValueOf(choice);
      if (!value) return {};
      terms.push_back({*key, KeyTerm::Operator::kEqual, *value, {}});
    }
  } else if (const auto* call = std::get_if<ast::Call>(&condition.node)) {
    if (call->function != ast::Function::kBeginsWith) return {};
    const auto key = KeyNamed(call->arguments[0]);
    const auto value = ValueOf(call->arguments[1]);
    if (key && value) terms.push_back({*key, KeyTerm::Operator::kBeginsWith, *value, {}});
  }
  return terms;
}

bool KeyConditions::FixesHash(const ast::Condition& condition) const {
  const auto fixes = [this](const ast::Condition& term) { return FixesHash(term); };
  if (const auto* all = std::get_if<ast::All>(&condition.node)) {
    return std::ranges::any_of(all->terms, fixes);
  }
  if (const auto* any = std::get_if<ast::Any>(&condition.node)) {
    return std::ranges::all_of(any->terms, fixes);
  }
  const auto terms = TermsIn(condition);
  return !terms.empty() && terms.front().attribute == hash_ &&
         terms.front().op == KeyTerm::Operator::kEqual;
}

Result<> KeyConditions::CheckType(const KeyTerm& term) const {
  const Type type = term.value.type();
  if (type != Type::kString && type != Type::kNumber && type != Type::kBinary) {
    return FailInvalid(fmt::format(texts::kKeyValueType, term.attribute, item::TypeName(type)));
  }
  const auto& key =
      term.attribute == hash_ ? source_.hash_keys().front() : source_.range_keys().front();
  const bool fits =
      type == key.type && (term.op != KeyTerm::Operator::kBetween || term.high.type() == key.type);
  if (fits) return {};
  return FailInvalid(fmt::format(texts::kKeySchemaType, term.attribute));
}

}  // namespace stator::partiql
