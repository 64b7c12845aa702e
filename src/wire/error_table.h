#pragma once

#include <string_view>

#include "api/service.h"
#include "base/error.h"
#include "wire/response.h"

namespace stator::wire {

// AWS's name of a code, as clients see it after '#'. Codes of our own are InternalServerError.
std::string_view ErrorName(ErrorCode code);

// {"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"…"}. A code
// that has no text on the wire, or an error without one, has no message member. A failed condition
// carries the item it was asked to return. Other services have prefixes of their own, or none, and
// CloudWatch's errors carry the codes that they had before it spoke JSON (Response::query_error).
Response ErrorResponse(const Error& error, api::Service service = api::Service::kDynamoDB);

// The answer to a target that no service has. AWS's has no text.
Response UnknownOperation(api::Service service = api::Service::kDynamoDB);

}  // namespace stator::wire
