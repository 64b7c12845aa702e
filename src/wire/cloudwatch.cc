#include <utility>

#include "api/cloudwatch/handlers.h"
#include "wire/cloudwatch/codecs.h"
#include "wire/other_services.h"

namespace stator::wire {

void RunCloudWatch(const api::Operation& operation, Destination<database::Database> to,
                   const json::Body& body) {
  switch (operation.id) {
#define BUILT_OPERATION(name)               \
  case api::OperationId::kCloudWatch##name: \
    return Run(operation.kind, std::move(to), body, &cloudwatch::name);
#include "wire/cloudwatch/built_operations.inc"
#undef BUILT_OPERATION
    default:
      return to.done(UnknownOperation(to.service));
  }
}

}  // namespace stator::wire
