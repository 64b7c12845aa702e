#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/verify/world.h"
#include "model/verify/writes.h"

namespace stator::model {

// Tries whether concurrent programs that run the pattern lose an update. First, two programs read
// the same item and then write it. Then, threads read, compute and write one item until each has
// had its turns. Returns a sentence for each loss; none also if the pattern cannot lose anything.
// `known` holds inconsistencies that are reported already; new ones are added.
client::Expected<std::vector<std::string>> LostUpdates(World& world, const PlannedWrite& planned,
                                                       std::set<std::string>& known);

}  // namespace stator::model
