#pragma once

#include <string>
#include <string_view>

namespace stator::client {

// The header X-Amz-Target of an operation: "DynamoDB_20120810.GetItem". Operations that only the
// service of streams has name that service.
std::string TargetOf(std::string_view operation);

}  // namespace stator::client
