#include "api/operation.h"

#include <algorithm>
#include <array>

namespace stator::api {
namespace {

constexpr std::array kOperations = {
#define OPERATION(service, name, kind, access) \
  Operation{OperationId::k##name, Service::k##service, #name, Kind::kind, Access::access},
#include "api/operations.inc"
#undef OPERATION
};

// "DynamoDB_20120810." and the like.
constexpr std::string_view Prefix(Service service) {
  return service == Service::kDynamoDB ? "DynamoDB_20120810." : "DynamoDBStreams_20120810.";
}

}  // namespace

std::span<const Operation> Operations() { return kOperations; }

const Operation* FindOperation(std::string_view target) {
  const auto dot = target.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string_view name = target.substr(dot + 1);
  // Each service's operations stand in the order of their names.
  for (const Service service : {Service::kDynamoDB, Service::kDynamoDBStreams}) {
    if (target.substr(0, dot + 1) != Prefix(service)) continue;
    const auto own = std::ranges::equal_range(kOperations, service, {}, &Operation::service);
    const auto found = std::ranges::lower_bound(own, name, {}, &Operation::name);
    return found != own.end() && found->name == name ? &*found : nullptr;
  }
  return nullptr;
}

}  // namespace stator::api
