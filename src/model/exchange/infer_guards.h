#pragma once

#include <vector>

#include "model/exchange/infer_copies.h"

namespace stator::model {

// Moves groups of guard rows into the `guards` of the group whose value they keep unique. A guard
// row has only its key and at most one attribute that names the owner. Its key contains a value
// that differs in all owners and is in none of their keys. The other groups keep their order. Guard
// rows also get the attributes that their keys consist of.
std::vector<ItemGroup> FindGuards(const SampledTable& sampled, std::vector<ItemGroup> groups);

}  // namespace stator::model
