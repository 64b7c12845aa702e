#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "wire/response.h"
#include "wire/schema.h"

// AWS's query protocol, which older SDKs use for CloudWatch: requests are forms
// ("Action=ListMetrics&Dimensions.member.1.Name=TableName"), answers are XML. No packaged C++
// library implements it.
namespace stator::wire {

// Returns the value of a form's parameter; empty if it has none.
std::string FormValue(std::string_view form, std::string_view name);

// Converts a request to JSON. Parameters that the schema does not have are ignored, as on AWS.
// Errors: SerializationException if the form is no request.
Result<std::string> JsonOfForm(std::string_view form, const Schema& request);

// Converts an answer to XML. `schema` is null for an operation that Stator does not have.
std::string XmlOf(const Response& response, std::string_view operation, const Schema* schema,
                  std::string_view request_id);

}  // namespace stator::wire
