#pragma once

#include <cstdint>

namespace stator::api {

// The services that answer on the one port. Each has a table of operations and error types of its
// own; the first two share theirs.
enum class Service : std::uint8_t { kDynamoDB, kDynamoDBStreams, kAutoScaling, kCloudWatch };

}  // namespace stator::api
