#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/attribute_value.h"
#include "api/legacy_parameters.h"
#include "api/services.h"
#include "api/wording.h"
#include "base/result.h"
#include "expr/bindings.h"
#include "expr/condition.h"
#include "expr/projection.h"
#include "expr/update.h"
#include "item/value.h"

namespace stator::api {

// The expressions and placeholders of a request, checked in AWS's order (facts 3.4, findings 2.2).
// Lifetime: holds views into the request.
class ExpressionParameters {
 public:
  // The parameters that the request has. nullptr: the operation has no such parameter.
  struct Given {
    const std::optional<std::string>* update =
        nullptr;  // nullptr: not a parameter of the operation
    const std::optional<std::string>* condition = nullptr;
    const std::optional<std::string>* key_condition = nullptr;
    const std::optional<std::string>* filter = nullptr;
    const std::optional<std::string>* projection = nullptr;
    const std::optional<std::map<std::string, std::string>>* names = nullptr;
    const std::optional<AttributeMap>* values = nullptr;
    bool deep_values = false;    // values may nest deeper than items
    bool unused_values = false;  // values are allowed without an expression
    LegacyParameters legacy = {};
  };

  ExpressionParameters(const Given& given, Wording wording);

  Wording wording() const { return wording_; }

  // Refuses legacy parameters together with expressions. REQUIRES: called before Check.
  Result<> CheckMixing() const;

  // Refuses placeholders without an expression, ConditionalOperator without conditions, and empty
  // or malformed placeholders. Refuses bad values, including those in `attributes`, the request's
  // item or keys. The newer layer checks values first, the older layer last.
  Result<> Check(std::span<const AttributeMap> attributes = {}) const;

  // Checks legacy filters and AttributesToGet, which AWS checks before Bind for Query and Scan.
  Result<> CheckFilter() const { return given_.legacy.CheckFilter(wording_); }

  // The bound expressions of a request.
  struct Bound {
    std::optional<expr::Update> update;
    std::optional<expr::Condition> condition;
    std::optional<expr::Condition> key_condition;
    std::optional<expr::Condition> filter;
    std::optional<expr::Projection> projection;
  };
  // Parses and binds all expressions, including those made from legacy parameters. Errors: those of
  // the expressions, and a placeholder that no expression uses.
  Result<Bound> Bind(expr::Cache& cache) const;

 private:
  std::vector<std::string_view> Expressions() const;
  std::string_view ValuedExpressions() const;
  Result<> CheckPresence() const;
  Result<> CheckPlaceholders() const;
  // Returns an expression's error in the request's wording.
  Error Reworded(expr::Kind kind, std::string_view text, Error error) const;
  // Leaves `out` unchanged if there is no text.
  Result<> BindCondition(expr::Cache& cache, expr::Kind kind,
                         const std::optional<std::string>* text, expr::Bindings& bindings,
                         std::optional<expr::Condition>& out) const;
  Result<Bound> BindLegacy() const;
  Result<> CheckValues() const;
  expr::Bindings MakeBindings() const;

  Given given_;
  Wording wording_;
  std::optional<item::ItemView> values_;
};

}  // namespace stator::api
