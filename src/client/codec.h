#pragma once

#include <string>
#include <utility>

#include "client/json_codecs.h"
#include "client/stator.h"
#include "json/parser.h"

// Whole requests and answers as DynamoDB's JSON. `Operation` is one of namespace operations.
namespace stator::client {

// Errors: InvalidRequest if `text` holds a value nested deeper than any service reads.
Expected<std::string> Finished(JsonText text);

// Errors: InvalidRequest, see Finished.
template <class Operation>
Expected<std::string> Encode(const typename Operation::Request& request) {
  JsonText out;
  Write(request, out);
  return Finished(std::move(out));
}

// Another server may answer anything: InvalidAnswer.
std::unexpected<Error> NotTheAnswer();

// Errors: InvalidAnswer if the JSON is not the answer of the operation.
template <class Operation>
Expected<typename Operation::Result> Decode(const std::string& json) {
  typename Operation::Result result;
  if constexpr (Operation::kHasBody) {
    json::Parser parser;
    const auto body = parser.Parse(json);
    if (!body || body->empty() || !Operation::Read(body->root(), result)) return NotTheAnswer();
  }
  return result;
}

// The body of a successful answer. Errors: the one that the body states; InvalidAnswer if it states
// none.
Expected<std::string> Settled(int http_status, std::string body);

}  // namespace stator::client
