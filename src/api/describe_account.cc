// DescribeEndpoints and DescribeLimits: facts about the account.

#include "api/handlers.h"
#include "base/utf8.h"

namespace stator::api {

// The endpoint is this server under the name that the client uses. With AWS's own name, clients
// with endpoint discovery would send their data to AWS. A request within the process has no host.
Result<DescribeEndpointsResponse> DescribeEndpoints(const TableServices& /*services*/,
                                                    const DescribeEndpointsRequest& request) {
  constexpr std::int64_t kCacheMinutes = 1440;
  Endpoint endpoint;
  const bool named = !request.host.empty() && ValidUtf8(request.host);
  endpoint.address = named ? std::string(request.host) : "localhost";
  endpoint.cache_period_in_minutes = kCacheMinutes;
  DescribeEndpointsResponse response;
  response.endpoints.emplace().push_back(std::move(endpoint));
  return response;
}

Result<DescribeLimitsResponse> DescribeLimits(const TableServices& services,
                                              const DescribeLimitsRequest& /*request*/) {
  DescribeLimitsResponse response;
  response.account_max_read_capacity_units = services.account.quotas.account_units;
  response.account_max_write_capacity_units = services.account.quotas.account_units;
  response.table_max_read_capacity_units = services.account.quotas.table_units;
  response.table_max_write_capacity_units = services.account.quotas.table_units;
  return response;
}

}  // namespace stator::api
