#include "api/operation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stator::api {
namespace {

constexpr std::array kOperations = {
#define OPERATION(service, name, kind, access, layer)                      \
  Operation{OperationId::k##name, Service::k##service, #name,       #name, \
            Kind::kind,           Access::access,      Layer::layer},
#include "api/operations.inc"
#undef OPERATION
#define OPERATION(service, name, kind, access) \
  Operation{OperationId::k##service##name,     \
            Service::k##service,               \
            #name,                             \
            #service ":" #name,                \
            Kind::kind,                        \
            Access::access},
#include "api/autoscaling/operations.inc"
#include "api/cloudwatch/operations.inc"
#undef OPERATION
};

// The prefix of a target, before the dot.
constexpr std::pair<std::string_view, Service> kPrefixes[] = {
    {"DynamoDB_20120810", Service::kDynamoDB},
    {"DynamoDBStreams_20120810", Service::kDynamoDBStreams},
    {"AnyScaleFrontendService", Service::kAutoScaling},
    {"GraniteServiceVersion20100801", Service::kCloudWatch},
};

}  // namespace

std::span<const Operation> Operations() { return kOperations; }

const Operation* FindOperation(Service service, std::string_view name) {
  // The operations of each service are sorted by name.
  const auto own = std::ranges::equal_range(kOperations, service, {}, &Operation::service);
  const auto found = std::ranges::lower_bound(own, name, {}, &Operation::name);
  return found != own.end() && found->name == name ? &*found : nullptr;
}

const Operation* FindOperation(std::string_view target) {
  const auto dot = target.find('.');
  if (dot == std::string_view::npos) return nullptr;
  for (const auto& [prefix, service] : kPrefixes) {
    if (target.substr(0, dot) == prefix) return FindOperation(service, target.substr(dot + 1));
  }
  return nullptr;
}

}  // namespace stator::api
