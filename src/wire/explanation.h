#pragma once

#include <string>
#include <string_view>

#include "api/explanation.h"

// Formats Stator's explanations of requests as compact JSON.
namespace stator::wire {

// Formats the header x-stator-explain: printable ASCII only, at most limits::kExplanationBytesMax.
std::string ExplanationJson(std::string_view operation, const api::Explanation& explanation);

}  // namespace stator::wire
