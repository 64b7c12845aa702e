#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/attribute_value.h"
#include "api/context.h"
#include "base/result.h"
#include "expr/bindings.h"
#include "expr/condition.h"
#include "expr/projection.h"
#include "expr/update.h"
#include "item/value.h"

namespace stator::api {

// How an operation words plain validation texts: PutItem and UpdateItem put "1 validation error
// detected: " before some of them, the others do not (facts 1.8).
enum class Wording : std::uint8_t { kPlain, kWrapped };

Error Worded(Wording wording, Error error);

// The expressions and placeholders of a request, checked in AWS's order (facts 3.4). Leans on the
// request.
class ExpressionParameters {
 public:
  struct Given {
    const std::optional<std::string>* update =
        nullptr;  // nullptr: not a parameter of the operation
    const std::optional<std::string>* condition = nullptr;
    const std::optional<std::string>* key_condition = nullptr;
    const std::optional<std::string>* filter = nullptr;
    const std::optional<std::string>* projection = nullptr;
    const std::optional<std::map<std::string, std::string>>* names = nullptr;
    const std::optional<AttributeMap>* values = nullptr;
    // Names of the pre-expression parameters (Expected, AttributesToGet, ...) the request has.
    std::vector<std::string_view> legacy = {};
  };

  ExpressionParameters(Given given, Wording wording);

  // Legacy parameters, placeholders without an expression, empty or malformed ones, bad values.
  Result<> CheckPlaceholders() const;

  struct Bound {
    std::optional<expr::Update> update;
    std::optional<expr::Condition> condition;
    std::optional<expr::Condition> key_condition;
    std::optional<expr::Condition> filter;
    std::optional<expr::Projection> projection;
  };
  // Parses and binds all expressions; every placeholder must be used.
  Result<Bound> Bind(expr::Cache& cache) const;

 private:
  std::vector<std::string_view> Expressions() const;
  std::string_view ValuedExpressions() const;
  Result<std::optional<expr::Condition>> BindCondition(expr::Cache& cache, expr::Kind kind,
                                                       const std::optional<std::string>* text,
                                                       expr::Bindings& bindings) const;
  Result<> CheckLegacy() const;
  Result<> CheckValues() const;
  expr::Bindings MakeBindings() const;

  Given given_;
  Wording wording_;
  std::optional<item::ItemView> values_;
};

// The first bad value of an item or key, in the operation's wording.
Result<> CheckAttributeValues(const AttributeMap& map, Wording wording);

}  // namespace stator::api
