#include "server/services.h"

#include <algorithm>

namespace stator::server {
namespace {

constexpr ServiceTarget kServices[] = {
    {.prefix = "DynamoDB_20120810", .signing_name = "dynamodb", .served = api::Service::kDynamoDB},
    {.prefix = "DynamoDBStreams_20120810",
     .signing_name = "dynamodb",
     .served = api::Service::kDynamoDBStreams},
    {.prefix = "DynamoDB_20111205", .signing_name = "dynamodb"},
    {.prefix = "AnyScaleFrontendService",
     .signing_name = "application-autoscaling",
     .content_type = "application/x-amz-json-1.1",
     .served = api::Service::kAutoScaling},
    {.prefix = "GraniteServiceVersion20100801",
     .signing_name = "monitoring",
     .served = api::Service::kCloudWatch,
     .bytes_max = limits::kMetricRequestBytesMax},
    {.prefix = "AmazonDAXV3", .signing_name = "dax"},
};

}  // namespace

const ServiceTarget* FindService(std::string_view target) {
  const std::string_view prefix = target.substr(0, target.find('.'));
  const auto found = std::ranges::find(kServices, prefix, &ServiceTarget::prefix);
  return found == std::end(kServices) ? nullptr : &*found;
}

}  // namespace stator::server
