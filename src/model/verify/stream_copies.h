#pragma once

#include <vector>

#include "model/verify/world.h"
#include "model/verify/writes.h"

namespace stator::model {

// Writes the copies that a stream's consumer keeps, in place of the consumer. The write patterns
// themselves do not write them.
client::Expected<void> FollowStream(World& world, const std::vector<Step>& steps);

}  // namespace stator::model
