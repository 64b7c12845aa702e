#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/exchange/infer.h"

namespace stator::model {

// Infers an attribute's type from its values. If no item has the attribute, `declared` decides (S,
// N, … or empty).
Attribute InferAttribute(const std::vector<SampledItem>& items, const std::string& name,
                         const std::string& declared);

// Returns an item's size as DynamoDB counts it: names and values.
std::size_t BytesOf(const SampledItem& item);

}  // namespace stator::model
