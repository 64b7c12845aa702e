#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/advice.h"
#include "api/explanation.h"

// What Stator says about requests, beside what AWS says: compact JSON.
namespace stator::wire {

// For the header x-stator-explain: nothing but printable ASCII, and at most
// limits::kExplanationBytesMax of it.
std::string ExplanationJson(std::string_view operation, const api::Explanation& explanation);

// For /_stator/advice: {"advice":[…]}.
std::string AdviceJson(const std::vector<api::Advice::Line>& lines);

}  // namespace stator::wire
