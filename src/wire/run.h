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

// Connects an operation to JSON: decoding before it, encoding after it.
namespace stator::wire {

// The context of a request and the receiver of its answer.
struct Destination {
  database::Database& database;
  Loop& loop;
  Reply done;
  api::Explanation* explanation = nullptr;  // the operation fills it in
  api::Service service = api::Service::kDynamoDB;
  api::Layer layer = api::Layer::kOlder;  // the operation's
  std::string_view host = {};             // the host that the client addressed
  bool unmetered = false;                 // the read takes no capacity and is not counted
};

// Encodes answers as the service's JSON; see database::Caller.
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

// Decodes a request. Requests of DynamoDB also get the explanation to fill in, and learn whether
// they are metered. One gets its host.
template <class Request>
Result<Request> Decoded(const Destination& to, const json::Body& body) {
  Result<Request> request = Decode<Request>(body, to.layer);
  if constexpr (requires { request->host; }) {
    if (request) request->host = to.host;
  }
  if constexpr (requires { request->explanation; }) {
    if (request) request->explanation = to.explanation;
  }
  if constexpr (requires { request->unmetered; }) {
    if (request) request->unmetered = to.unmetered;
  }
  return request;
}

// Decodes a request, executes it on the database and encodes the answer.
template <class Request>
void Run(Destination to, const json::Body& body) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error(), to.service));
  database::Execute(JsonCaller{to.database, to.loop, JsonRenderer{to.service}, std::move(to.done)},
                    *std::move(request));
}

}  // namespace stator::wire
