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

// Makes the operation explain its execution, and copies the explanation into the answer. Operations
// that touch no items explain nothing.
void Explained(const api::Operation& operation, Destination& to) {
  auto explanation = std::make_shared<api::Explanation>();
  to.explanation = explanation.get();
  to.done = [&operation, explanation = std::move(explanation),
             done = std::move(to.done)](Response response) mutable {
    const bool any = !explanation->table.empty() || !explanation->statements.empty();
    if (!response.error && any) {
      response.explanation = ExplanationJson(operation.name, *explanation);
    }
    done(std::move(response));
  };
}

void RunDynamoDB(const api::Operation& operation, Destination to, const json::Body& body) {
  switch (operation.id) {
#define BUILT_OPERATION(name, kind) \
  case api::OperationId::k##name:   \
    return Run<api::name##Request>(std::move(to), body);
#include "api/built_operations.inc"
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
  Destination to{database,        loop,        std::move(done), nullptr, service,
                 operation.layer, origin.host, origin.unmetered};
  if (service == api::Service::kAutoScaling) return RunAutoScaling(operation, std::move(to), body);
  if (service == api::Service::kCloudWatch) return RunCloudWatch(operation, std::move(to), body);
  if (origin.explain == Explain::kYes) Explained(operation, to);
  RunDynamoDB(operation, std::move(to), body);
}

}  // namespace stator::wire
