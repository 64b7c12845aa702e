#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "api/attribute_value.h"
#include "api/expression_parameters.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "query/reader.h"
#include "query/source.h"

// The common parts of Query and Scan.
namespace stator::api {

// The parameters that both have. Lifetime: holds references into the request.
struct PageRequest {
  const std::string& table_name;
  const std::optional<std::string>& index_name;
  std::optional<Select> select;
  const std::optional<std::string>& projection;
  const std::optional<std::vector<std::string>>& attributes_to_get;
  const std::optional<AttributeMap>& start_key;
  bool consistent = false;
  std::optional<std::int64_t> limit;
  std::optional<ReturnConsumedCapacity> return_consumed;
  const std::optional<std::string>& filter;
  const std::optional<std::string>* key_condition = nullptr;  // nullptr: a Scan
  Explanation* explanation = nullptr;
};

// Collects the common parameters of a QueryRequest or ScanRequest.
template <class Request>
PageRequest PageRequestOf(const Request& request) {
  return {.table_name = *request.table_name,
          .index_name = request.index_name,
          .select = request.select,
          .projection = request.projection_expression,
          .attributes_to_get = request.attributes_to_get,
          .start_key = request.exclusive_start_key,
          .consistent = request.consistent_read.value_or(false),
          .limit = request.limit,
          .return_consumed = request.return_consumed_capacity,
          .filter = request.filter_expression,
          .explanation = request.explanation};
}

// Checks that Select and the list of attributes agree.
Result<> CheckSelect(const PageRequest& request, Wording wording);

// Finds the table or index to read. Errors: it does not exist or is not ready.
Result<query::Source> FindSource(const ItemServices& services, const PageRequest& request);

// Plans the page without its key range. Checks that Select and the projection ask only for
// attributes that a global index has.
Result<query::PagePlan> PlanPage(const PageRequest& request, query::Source source,
                                 std::optional<expr::Condition> filter,
                                 std::optional<expr::Projection> projection);

}  // namespace stator::api
