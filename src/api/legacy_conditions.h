#pragma once

#include <string>

#include "api/types.h"
#include "api/wording.h"
#include "base/result.h"
#include "expr/legacy.h"

// Converts one condition of a legacy parameter to a Demand, with its checks in AWS's order.
// Lifetime: demands are views into the request.
namespace stator::api {

// Accepts every name that an attribute of an item can have.
Result<> CheckAttributeName(const std::string& name);

// Converts an entry of Expected.
Result<expr::legacy::Demand> DemandOf(const std::string& name,
                                      const ExpectedAttributeValue& expected, Wording wording);
// Converts an entry of KeyConditions, QueryFilter or ScanFilter.
Result<expr::legacy::Demand> DemandOf(const std::string& name, const Condition& condition,
                                      Wording wording);

// Whether the order of keys can answer the operator.
bool IsIndexable(ComparisonOperator op);

}  // namespace stator::api
