#pragma once

#include <string>

#include "client/stator.h"

namespace stator::model {

// Returns the server of a command's --endpoint. Region and credentials come from the AWS CLI's
// environment variables; a Stator without users needs none. If `region` is not empty, it overrides
// AWS_REGION.
client::EndpointOptions EndpointFromEnvironment(const std::string& endpoint,
                                                const std::string& region);

}  // namespace stator::model
