#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/verify/world.h"
#include "model/verify/writes.h"

namespace stator::model {

// Tries whether several programs that run the pattern at once lose an update: two that read the
// same item, then write; and threads that read, compute and write one item until each has had its
// turns. A sentence for each loss; none also where the pattern has nothing that could be lost.
// `known` are inconsistencies that were told before; those found are added.
client::Expected<std::vector<std::string>> LostUpdates(World& world, const PlannedWrite& planned,
                                                       std::set<std::string>& known);

}  // namespace stator::model
