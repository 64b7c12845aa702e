#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "wire/response.h"
#include "wire/schema.h"

// AWS's query protocol, which older SDKs speak to CloudWatch: requests are forms
// ("Action=ListMetrics&Dimensions.member.1.Name=TableName"), answers XML.
namespace stator::wire {

// The value of a parameter of the form; empty if it has none.
std::string FormValue(std::string_view form, std::string_view name);

// The request as JSON. Parameters that the schema does not know are passed over, as AWS does.
// SerializationException: it cannot be one.
Result<std::string> JsonOfForm(std::string_view form, const Schema& request);

// The answer as XML. `schema` is null for an operation that is not built.
std::string XmlOf(const Response& response, std::string_view operation, const Schema* schema,
                  std::string_view request_id);

}  // namespace stator::wire
