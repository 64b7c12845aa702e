#pragma once

#include <string>
#include <string_view>

#include "api/explanation.h"

// What Stator says about requests, beside what AWS says: compact JSON.
namespace stator::wire {

// For the header x-stator-explain: nothing but printable ASCII, and at most
// limits::kExplanationBytesMax of it.
std::string ExplanationJson(std::string_view operation, const api::Explanation& explanation);

}  // namespace stator::wire
