#include "api/expression_parameters.h"

#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"

namespace stator::api {
namespace {

bool Has(const std::optional<std::string>* expression) {
  return expression != nullptr && expression->has_value();
}

}  // namespace

ExpressionParameters::ExpressionParameters(const Given& given, Wording wording)
    : given_(given), wording_(wording) {
  if (given_.values != nullptr && *given_.values) values_ = (*given_.values)->item.view();
}

// Returns the names of the expression parameters in the request, in AWS's order.
std::vector<std::string_view> ExpressionParameters::Expressions() const {
  std::vector<std::string_view> names;
  if (Has(given_.update)) names.push_back(expr::KindName(expr::Kind::kUpdate));
  if (Has(given_.condition)) names.push_back(expr::KindName(expr::Kind::kCondition));
  if (Has(given_.projection)) names.push_back(expr::KindName(expr::Kind::kProjection));
  if (Has(given_.filter)) names.push_back(expr::KindName(expr::Kind::kFilter));
  if (Has(given_.key_condition)) names.push_back(expr::KindName(expr::Kind::kKeyCondition));
  return names;
}

// Returns the operation's expressions that take values, worded for the text that says none is
// given.
std::string_view ExpressionParameters::ValuedExpressions() const {
  if (given_.update != nullptr) return "UpdateExpression and ConditionExpression are";
  if (given_.key_condition != nullptr) return "FilterExpression and KeyConditionExpression are";
  return given_.filter != nullptr ? "FilterExpression is" : "ConditionExpression is";
}

Result<> ExpressionParameters::CheckMixing() const {
  const auto legacy = given_.legacy.Names(Has(given_.key_condition));
  const auto expressions = Expressions();
  if (legacy.empty() || expressions.empty()) return {};
  return Fail(Worded(wording_, Invalid(fmt::format(texts::kMixedParameters, fmt::join(legacy, ", "),
                                                   fmt::join(expressions, ", ")))));
}

expr::Bindings ExpressionParameters::MakeBindings() const {
  const auto* names = given_.names != nullptr && *given_.names ? &**given_.names : nullptr;
  return {names, values_ ? &*values_ : nullptr};
}

Result<> ExpressionParameters::Check(std::span<const AttributeMap> attributes) const {
  const auto check_attributes = [&]() -> Result<> {
    for (const auto& map : attributes) TRY(CheckAttributeValues(map, wording_));
    return {};
  };
  if (IsNewer(wording_)) {
    TRY(check_attributes());
    TRY(CheckValues());
    TRY(CheckPresence());
    return CheckPlaceholders();
  }
  TRY(CheckPresence());
  TRY(CheckPlaceholders());
  TRY(CheckValues());
  return check_attributes();
}

Result<> ExpressionParameters::CheckPresence() const {
  if (given_.names != nullptr && *given_.names && Expressions().empty()) {
    return Fail(Worded(wording_, Invalid(texts::kNamesWithoutExpression)));
  }
  if (values_ && Expressions().empty() && !given_.unused_values) {
    std::string text = texts::kValuesWithoutExpression;
    if (!IsNewer(wording_)) text += fmt::format(texts::kMissingExpressions, ValuedExpressions());
    return Fail(Worded(wording_, Invalid(std::move(text))));
  }
  return Worded(wording_, given_.legacy.CheckConditionalOperator());
}

Result<> ExpressionParameters::CheckPlaceholders() const {
  return Worded(wording_, MakeBindings().Check());
}

Result<> ExpressionParameters::CheckValues() const {
  if (given_.values == nullptr || !*given_.values || !(*given_.values)->bad) return {};
  const auto& bad = *(*given_.values)->bad;
  if (given_.deep_values && bad.nesting == BadValue::Nesting::kDeep) return {};
  if (IsNewer(wording_)) return CheckBadValue(bad, wording_);
  return FailInvalid(fmt::format(texts::kPlaceholderValue, bad.error.message, bad.name));
}

Error ExpressionParameters::Reworded(expr::Kind kind, std::string_view text, Error error) const {
  const bool is_sized = kind == expr::Kind::kCondition || given_.filter != nullptr;
  if (text.size() > limits::kExpressionBytesMax && is_sized && !IsNewer(wording_)) {
    error.message += fmt::format(texts::kExpressionSize, text.size());
  }
  return Worded(wording_, std::move(error));
}

Result<> ExpressionParameters::BindCondition(expr::Cache& cache, expr::Kind kind,
                                             const std::optional<std::string>* text,
                                             expr::Bindings& bindings,
                                             std::optional<expr::Condition>& out) const {
  if (!Has(text)) return {};
  auto condition = expr::BindCondition(cache, kind, **text, bindings);
  if (!condition) return Fail(Reworded(kind, **text, std::move(condition.error())));
  out = std::move(*condition);
  return {};
}

// Binds the legacy parameters in the order in which AWS checks them.
Result<ExpressionParameters::Bound> ExpressionParameters::BindLegacy() const {
  Bound bound;
  bound.filter = TRY(given_.legacy.MakeFilter(wording_));
  bound.projection = TRY(given_.legacy.MakeProjection());
  bound.update = TRY(given_.legacy.MakeUpdate(wording_));
  bound.condition = TRY(given_.legacy.MakeCondition(wording_));
  bound.key_condition = TRY(given_.legacy.MakeKeyCondition(wording_));
  return bound;
}

Result<ExpressionParameters::Bound> ExpressionParameters::Bind(expr::Cache& cache) const {
  auto bindings = MakeBindings();
  using enum expr::Kind;
  Bound bound = TRY(BindLegacy());
  // The newer layer reports an empty condition before an empty update.
  if (IsNewer(wording_) && Has(given_.condition) && (*given_.condition)->empty()) {
    TRY(BindCondition(cache, kCondition, given_.condition, bindings, bound.condition));
  }
  if (Has(given_.update)) {
    auto update = expr::BindUpdate(cache, **given_.update, bindings);
    if (!update) {
      return Fail(Reworded(kUpdate, **given_.update, std::move(update.error())));
    }
    bound.update = std::move(*update);
  }
  TRY(BindCondition(cache, kCondition, given_.condition, bindings, bound.condition));
  TRY(BindCondition(cache, kKeyCondition, given_.key_condition, bindings, bound.key_condition));
  TRY(BindCondition(cache, kFilter, given_.filter, bindings, bound.filter));
  if (Has(given_.projection)) {
    auto projection = expr::BindProjection(cache, **given_.projection, bindings);
    if (!projection) {
      return Fail(Reworded(kProjection, **given_.projection, std::move(projection.error())));
    }
    bound.projection = std::move(*projection);
  }
  if (!given_.unused_values || !Expressions().empty())
    TRY(Worded(wording_, bindings.CheckAllUsed()));
  return bound;
}

}  // namespace stator::api
