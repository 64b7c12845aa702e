#pragma once

#include <string>
#include <vector>

#include "api/advice.h"

namespace stator::admin {

// Returns the answer of /_stator/advice: {"advice":[…]}.
std::string AdviceJson(const std::vector<api::Advice::Line>& lines);

}  // namespace stator::admin
