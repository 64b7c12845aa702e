#pragma once

#include <string>

#include "client/stator.h"

namespace stator::model {

// The server of a command's --endpoint, with the region and credentials that the environment has
// for the AWS CLI; a Stator without users needs none. `region`, if not empty, goes before
// AWS_REGION.
client::EndpointOptions EndpointFromEnvironment(const std::string& endpoint,
                                                const std::string& region);

}  // namespace stator::model
