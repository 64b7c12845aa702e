#include "wire/dispatch.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "base/texts.h"
#include "wire/codecs.h"
#include "wire/explanation.h"
#include "wire/other_services.h"
#include "wire/run.h"

namespace stator::wire {
namespace {

using To = Destination<database::Database>;
using wire::Run;  // what is answered by one call of its handler

template <class Request, class Answer>
void Run(api::Kind /*kind*/, To to, const json::Body& body,
         Result<api::PageRead<Answer>> (*handler)(api::Context&, const Request&)) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error()));
  RunPage<Answer>(std::move(to), *std::move(request), handler);
}

template <class Request, class Answer>
void Run(api::Kind /*kind*/, To to, const json::Body& body,
         Result<api::Write<Answer>> (*handler)(api::Context&, const Request&)) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error()));
  RunWrite<Answer>(std::move(to), *std::move(request), handler);
}

template <class Request, class Answer>
void Run(api::Kind /*kind*/, To to, const json::Body& body,
         Result<api::Writes<Answer>> (*handler)(api::Context&, const Request&)) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error()));
  RunWrites<Answer>(std::move(to), *std::move(request), handler);
}

template <class Request, class Answer>
void Run(api::Kind /*kind*/, To to, const json::Body& body,
         Result<api::Transact<Answer>> (*handler)(api::Context&, const Request&)) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error()));
  RunTransaction<Answer>(std::move(to), *std::move(request), handler);
}

// Has the operation say what it did, and the answer repeat it. Those that touch no items say
// nothing.
void Explained(const api::Operation& operation, To& to) {
  auto explanation = std::make_shared<api::Explanation>();
  to.explanation = explanation.get();
  to.done = [&operation, explanation = std::move(explanation),
             done = std::move(to.done)](Response response) mutable {
    if (!response.error && !explanation->table.empty()) {
      response.explanation = ExplanationJson(operation.name, *explanation);
    }
    done(std::move(response));
  };
}

void RunDynamoDB(const api::Operation& operation, To to, const json::Body& body) {
  switch (operation.id) {
#define BUILT_OPERATION(name)     \
  case api::OperationId::k##name: \
    return Run(operation.kind, std::move(to), body, &api::name);
#include "wire/built_operations.inc"
#undef BUILT_OPERATION
    default:
      return to.done(UnknownOperation());
  }
}

}  // namespace

Response NotBuilt(const api::Operation& operation) {
  return ErrorResponse(Error(ErrorCode::kUnknownOperationException,
                             fmt::format(texts::kOperationNotBuilt, operation.name)),
                       operation.service);
}

void Dispatch(database::Database& database, const api::Operation& operation, const json::Body& body,
              Loop& loop, const Origin& origin, Reply done) {
  const api::Service service = operation.service;
  if (operation.kind == api::Kind::kAbsent) return done(NotBuilt(operation));
  if (body.empty()) {
    return done(ErrorResponse(Error(ErrorCode::kSerializationException, ""), service));
  }
  To to{database, loop, std::move(done), nullptr, service, operation.layer, origin.host};
  if (service == api::Service::kAutoScaling) return RunAutoScaling(operation, std::move(to), body);
  if (service == api::Service::kCloudWatch) return RunCloudWatch(operation, std::move(to), body);
  if (origin.explain == Explain::kYes) Explained(operation, to);
  RunDynamoDB(operation, std::move(to), body);
}

}  // namespace stator::wire
