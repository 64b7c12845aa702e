#include "api/handlers.h"
#include "api/lookup.h"
#include "api/table_description.h"

namespace stator::api {

Result<DescribeTableResponse> DescribeTable(Context& context, const DescribeTableRequest& request) {
  const auto table = TRY(FindAnyTable(context, *request.table_name));
  DescribeTableResponse response;
  response.table = Describe(context, *table);
  return response;
}

}  // namespace stator::api
