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

// The parameters from before expressions (facts 3.9): what can be wrong with them, and the trees
// that say the same (expr/legacy.h). Empty maps say nothing.
namespace stator::api {

using ConditionMap = std::map<std::string, Condition>;
using ExpectedMap = std::map<std::string, ExpectedAttributeValue>;
using AttributeUpdatesMap = std::map<std::string, AttributeValueUpdate>;
using AttributeNames = std::vector<std::string>;

// Those of one request, on which it leans. nullptr: not a parameter of the operation.
struct LegacyParameters {
  const std::optional<AttributeNames>* attributes_to_get = nullptr;
  const std::optional<ConditionMap>* scan_filter = nullptr;
  const std::optional<ConditionMap>* query_filter = nullptr;
  const std::optional<AttributeUpdatesMap>* attribute_updates = nullptr;
  const std::optional<ExpectedMap>* expected = nullptr;
  const std::optional<ConditionalOperator>* conditional_operator = nullptr;
  const std::optional<ConditionMap>* key_conditions = nullptr;

  // Names of those that may not stand beside expressions and do, in the order in which AWS lists
  // them. KeyConditions may, unless there is a KeyConditionExpression.
  std::vector<std::string_view> Names(bool has_key_expression) const;

  // ConditionalOperator is a known one and joins at least two conditions.
  Result<> CheckConditionalOperator() const;

  // What MakeFilter and MakeProjection would find wrong.
  Result<> CheckFilter(Wording wording) const;

  // nullopt: the request does not say.
  Result<std::optional<expr::Condition>> MakeFilter(Wording wording) const;
  Result<std::optional<expr::Projection>> MakeProjection() const;
  Result<std::optional<expr::Update>> MakeUpdate(Wording wording) const;
  Result<std::optional<expr::Condition>> MakeCondition(Wording wording) const;
  Result<std::optional<expr::Condition>> MakeKeyCondition(Wording wording) const;

 private:
  const ConditionMap* Filter() const;
  expr::legacy::Junction Junction() const;
};

// Every condition is one that the order of keys can answer. AWS looks at that once it knows the
// table.
Result<> CheckIndexable(const ConditionMap& key_conditions);

}  // namespace stator::api
