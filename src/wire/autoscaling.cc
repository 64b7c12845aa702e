#include <utility>

#include "api/autoscaling/handlers.h"
#include "wire/autoscaling/codecs.h"
#include "wire/other_services.h"

namespace stator::wire {

void RunAutoScaling(const api::Operation& operation, Destination<database::Database> to,
                    const json::Body& body) {
  switch (operation.id) {
#define BUILT_OPERATION(name)                \
  case api::OperationId::kAutoScaling##name: \
    return Run(operation.kind, std::move(to), body, &autoscaling::name);
#include "wire/autoscaling/built_operations.inc"
#undef BUILT_OPERATION
    default:
      return to.done(UnknownOperation(to.service));
  }
}

}  // namespace stator::wire
