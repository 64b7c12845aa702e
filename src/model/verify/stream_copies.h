#pragma once

#include <vector>

#include "model/verify/world.h"
#include "model/verify/writes.h"

namespace stator::model {

// Copies that a stream's consumer keeps are not the business of the patterns that write: what the
// consumer would do after the steps is done for it.
client::Expected<void> FollowStream(World& world, const std::vector<Step>& steps);

}  // namespace stator::model
