#pragma once

#include <vector>

#include "model/exchange/infer_copies.h"

namespace stator::model {

// Puts groups whose rows only keep a value from being taken twice under the group whose value that
// is: they have nothing but their key, and at most who has taken it, and the key has a value that
// is different in all the other's items and in none of their keys. What is left keeps its order.
// The rows then have what the key is made of, too.
std::vector<ItemGroup> FindGuards(const SampledTable& sampled, std::vector<ItemGroup> groups);

}  // namespace stator::model
