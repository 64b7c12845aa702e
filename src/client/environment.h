#pragma once

#include <string>

#include "client/stator.h"

namespace stator::client {

// Returns the server of a command's --endpoint. Region and credentials come from the AWS CLI's
// environment variables. AWS_CA_BUNDLE names the authorities of an https server. If `region` is not
// empty, it overrides AWS_REGION.
EndpointOptions EndpointFromEnvironment(const std::string& endpoint,
                                        const std::string& region = "");

}  // namespace stator::client
