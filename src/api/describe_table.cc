#include "api/handlers.h"
#include "api/lookup.h"
#include "api/table_description.h"

namespace stator::api {

Result<DescribeTableResponse> DescribeTable(const TableServices& services,
                                            const DescribeTableRequest& request) {
  const auto table = TRY(FindAnyTable(services.catalog, services.clock, *request.table_name));
  DescribeTableResponse response;
  response.table = Describe(services, *table);
  return response;
}

}  // namespace stator::api
