#pragma once

#include <string>
#include <vector>

#include "api/cloudwatch/types.h"
#include "api/services.h"
#include "base/result.h"
#include "observe/metric_math.h"

namespace stator::cloudwatch {

// A result of a query.
struct QueryResult {
  std::string id;
  std::string label;
  observe::TimeSeries values;
  bool returned = true;  // false: only other queries use it
};

// Returns the queries' results for times from `start` up to `end`, in the order of the queries. An
// expression may have several results. Periods are aligned to the epoch.
Result<std::vector<QueryResult>> RunQueries(const api::MetricServices& services,
                                            const std::vector<MetricDataQuery>& queries,
                                            observe::Seconds start, observe::Seconds end);

}  // namespace stator::cloudwatch
