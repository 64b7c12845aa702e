#pragma once

#include <string>

#include "api/types.h"
#include "api/wording.h"
#include "base/result.h"
#include "expr/legacy.h"

// One condition of a legacy parameter: its checks in AWS's order, and what it demands. Demands lean
// on the request.
namespace stator::api {

// Any attribute can be named that an item can have.
Result<> CheckAttributeName(const std::string& name);

// An entry of Expected.
Result<expr::legacy::Demand> DemandOf(const std::string& name,
                                      const ExpectedAttributeValue& expected, Wording wording);
// An entry of KeyConditions, QueryFilter or ScanFilter.
Result<expr::legacy::Demand> DemandOf(const std::string& name, const Condition& condition,
                                      Wording wording);

// The order of keys can answer it.
bool IsIndexable(ComparisonOperator op);

}  // namespace stator::api
