#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/exchange/infer.h"

namespace stator::model {

// What the values of an attribute in the items say about its type; `declared` (S, N, …, or empty)
// where no item has it.
Attribute InferAttribute(const std::vector<SampledItem>& items, const std::string& name,
                         const std::string& declared);

// As DynamoDB counts it: names and values.
std::size_t BytesOf(const SampledItem& item);

}  // namespace stator::model
