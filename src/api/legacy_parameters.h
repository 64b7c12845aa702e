#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/types.h"
#include "api/wording.h"
#include "base/result.h"
#include "expr/condition.h"
#include "expr/legacy.h"
#include "expr/projection.h"
#include "expr/update.h"

// Checks the parameters that expressions replaced (facts 3.9) and converts them to the same trees
// as expressions (expr/legacy.h). An empty map counts as absent.
namespace stator::api {

using ConditionMap = std::map<std::string, Condition>;
using ExpectedMap = std::map<std::string, ExpectedAttributeValue>;
using AttributeUpdatesMap = std::map<std::string, AttributeValueUpdate>;
using AttributeNames = std::vector<std::string>;

// The legacy parameters of one request. nullptr: the operation has no such parameter. Lifetime:
// holds pointers into the request.
struct LegacyParameters {
  const std::optional<AttributeNames>* attributes_to_get = nullptr;
  const std::optional<ConditionMap>* scan_filter = nullptr;
  const std::optional<ConditionMap>* query_filter = nullptr;
  const std::optional<AttributeUpdatesMap>* attribute_updates = nullptr;
  const std::optional<ExpectedMap>* expected = nullptr;
  const std::optional<ConditionalOperator>* conditional_operator = nullptr;
  const std::optional<ConditionMap>* key_conditions = nullptr;

  // Returns the parameters that conflict with the request's expressions, in AWS's order.
  // KeyConditions conflicts only with a KeyConditionExpression.
  std::vector<std::string_view> Names(bool has_key_expression) const;

  // Checks that ConditionalOperator is a known one and joins at least two conditions.
  Result<> CheckConditionalOperator() const;

  // Reports the errors that MakeFilter and MakeProjection would report.
  Result<> CheckFilter(Wording wording) const;

  // Return the expression that the parameters stand for; nullopt if the request has none.
  Result<std::optional<expr::Condition>> MakeFilter(Wording wording) const;
  Result<std::optional<expr::Projection>> MakeProjection() const;
  Result<std::optional<expr::Update>> MakeUpdate(Wording wording) const;
  Result<std::optional<expr::Condition>> MakeCondition(Wording wording) const;
  Result<std::optional<expr::Condition>> MakeKeyCondition(Wording wording) const;

 private:
  const ConditionMap* Filter() const;
  expr::legacy::Junction Junction() const;
};

// Checks that the order of keys can answer every condition. AWS checks this once it knows the
// table.
Result<> CheckIndexable(const ConditionMap& key_conditions);

}  // namespace stator::api
