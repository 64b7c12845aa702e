#pragma once

#include <string_view>
#include <utility>

#include "api/explanation.h"
#include "api/layer.h"
#include "api/service.h"
#include "base/loop.h"
#include "base/result.h"
#include "database/database.h"
#include "database/execution.h"
#include "wire/codec.h"
#include "wire/error_table.h"
#include "wire/response.h"

// How an operation comes from JSON and goes back to it.
namespace stator::wire {

// Where a request comes from and its answer goes.
struct Destination {
  database::Database& database;
  Loop& loop;
  Reply done;
  api::Explanation* explanation = nullptr;  // what the operation is to fill in
  api::Service service = api::Service::kDynamoDB;
  api::Layer layer = api::Layer::kOlder;  // of the operation
  std::string_view host = {};             // that the client sent the request to
};

// Renders answers as the service's JSON; see database::Caller.
struct JsonRenderer {
  api::Service service = api::Service::kDynamoDB;

  template <class Answer>
  Response operator()(const Result<Answer>& answer) const {
    if (!answer) return ErrorResponse(answer.error(), service);
    Response response;
    Encode(*answer, response.body);
    return response;
  }
};

using JsonCaller = database::Caller<database::Database, JsonRenderer, Reply>;

// A decoded request; those of DynamoDB know where to explain what was done, one knows its host.
template <class Request>
Result<Request> Decoded(const Destination& to, const json::Body& body) {
  Result<Request> request = Decode<Request>(body, to.layer);
  if constexpr (requires { request->host; }) {
    if (request) request->host = to.host;
  }
  if constexpr (requires { request->explanation; }) {
    if (request) request->explanation = to.explanation;
  }
  return request;
}

// Decodes a request, has the database execute it and encodes the answer.
template <class Request>
void Run(Destination to, const json::Body& body) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error(), to.service));
  database::Execute(JsonCaller{to.database, to.loop, JsonRenderer{to.service}, std::move(to.done)},
                    *std::move(request));
}

}  // namespace stator::wire
