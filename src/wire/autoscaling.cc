#include <utility>

#include "api/autoscaling/handlers.h"
#include "wire/autoscaling/codecs.h"
#include "wire/other_services.h"

namespace stator::wire {

void RunAutoScaling(const api::Operation& operation, Destination to, const json::Body& body) {
  switch (operation.id) {
#define BUILT_OPERATION(name, kind)          \
  case api::OperationId::kAutoScaling##name: \
    return Run<autoscaling::name##Request>(std::move(to), body);
#include "api/autoscaling/built_operations.inc"
#undef BUILT_OPERATION
    default:
      return to.done(UnknownOperation(to.service));
  }
}

}  // namespace stator::wire
