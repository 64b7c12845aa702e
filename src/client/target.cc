#include "client/target.h"

#include <fmt/format.h>

#include "api/operation.h"

namespace stator::client {

std::string TargetOf(std::string_view operation) {
  std::string of_streams = fmt::format("DynamoDBStreams_20120810.{}", operation);
  if (api::FindOperation(of_streams) != nullptr) return of_streams;
  return fmt::format("DynamoDB_20120810.{}", operation);
}

}  // namespace stator::client
