#pragma once

#include <cstdint>

namespace stator::api {

// The services that one port serves. Each has its own table of operations and its own error types;
// the first two share them.
enum class Service : std::uint8_t { kDynamoDB, kDynamoDBStreams, kAutoScaling, kCloudWatch };

}  // namespace stator::api
