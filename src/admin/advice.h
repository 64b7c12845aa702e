#pragma once

#include <string>
#include <vector>

#include "api/advice.h"

namespace stator::admin {

// For /_stator/advice: {"advice":[…]}.
std::string AdviceJson(const std::vector<api::Advice::Line>& lines);

}  // namespace stator::admin
