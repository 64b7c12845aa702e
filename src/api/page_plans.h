#pragma once

#include <string>
#include <vector>

#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "expr/condition.h"
#include "query/key_terms.h"
#include "query/reader.h"

// The plans of Query and Scan, for running and for explaining them.
namespace stator::api {

struct QueryPlan {
  query::PagePlan page;
  std::vector<query::KeyTerm> terms;  // on the source's key. Lifetime: views into `condition`
  expr::Condition condition;
};

// Check a request and plan its page, in AWS's order. They also name the key range in the request's
// explanation. Errors: all that the client can get wrong.
Result<QueryPlan> PlanQuery(const ItemServices& services, const QueryRequest& request);
Result<query::PagePlan> PlanScan(const ItemServices& services, const ScanRequest& request);

// Returns "segment 0 of 4"; empty for a whole scan.
std::string SegmentText(const ScanRequest& request);

}  // namespace stator::api
