#pragma once

#include <string_view>

#include "api/service.h"
#include "base/error.h"
#include "wire/response.h"

namespace stator::wire {

// Returns AWS's name of a code, as clients see it after '#'. Internal codes become
// InternalServerError.
std::string_view ErrorName(ErrorCode code);

// Returns the text for clients. An internal error's own text is for operators only: it may name
// files. Lifetime: the text is a part of the error.
std::string_view ClientText(const Error& error);

// An error as clients of DynamoDB see it, without JSON. Lifetime: `text` is a part of the error.
struct ErrorFacts {
  std::string_view name;
  int status;
  std::string_view text;  // empty for a code that is answered without text
};
ErrorFacts FactsOf(const Error& error);

// Builds {"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"…"}.
// Codes without text, and errors without message, get no message member. A failed condition
// includes the item if the request asked for it.
// Other services have other prefixes, or none. CloudWatch's errors also carry the codes of its
// query protocol (Response::query_error).
Response ErrorResponse(const Error& error, api::Service service = api::Service::kDynamoDB);

// The answer to a target of no service. AWS's answer has no text.
Response UnknownOperation(api::Service service = api::Service::kDynamoDB);

}  // namespace stator::wire
