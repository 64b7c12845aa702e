#include <utility>

#include "api/cloudwatch/handlers.h"
#include "wire/cloudwatch/codecs.h"
#include "wire/other_services.h"

namespace stator::wire {

void RunCloudWatch(const api::Operation& operation, Destination to, const json::Body& body) {
  switch (operation.id) {
#define BUILT_OPERATION(name, kind)         \
  case api::OperationId::kCloudWatch##name: \
    return Run<cloudwatch::name##Request>(std::move(to), body);
#include "api/cloudwatch/built_operations.inc"
#undef BUILT_OPERATION
    default:
      return to.done(UnknownOperation(to.service));
  }
}

}  // namespace stator::wire
