#pragma once

#include <string>
#include <string_view>

namespace stator::client {

// What the header X-Amz-Target says for an operation: "DynamoDB_20120810.GetItem", or the service
// of streams for those that it alone has.
std::string TargetOf(std::string_view operation);

}  // namespace stator::client
