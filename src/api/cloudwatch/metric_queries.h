#pragma once

#include <string>
#include <vector>

#include "api/cloudwatch/types.h"
#include "api/services.h"
#include "base/result.h"
#include "observe/metric_math.h"

namespace stator::cloudwatch {

struct QueryResult {
  std::string id;
  std::string label;
  observe::TimeSeries values;
  bool returned = true;  // to the client, else only for other queries
};

// What the queries come to for the times from `start` up to `end`, in their order; an expression
// may come to several results. Periods are whole ones since the epoch.
Result<std::vector<QueryResult>> RunQueries(const api::MetricServices& services,
                                            const std::vector<MetricDataQuery>& queries,
                                            observe::Seconds start, observe::Seconds end);

}  // namespace stator::cloudwatch
