#pragma once

#include <vector>

#include "store/spec.h"

namespace stator::store {

// Refuses values that do not have the form that their keys need. The window's two ends are values
// of `read.window`. Errors: InvalidRequest, which names the attribute, its form and the value.
client::Expected<void> CheckRules(const std::vector<ValueRule>& rules, const Item& values);
client::Expected<void> CheckRules(const ReadSpec& read, const Item& values, const Window& window);

}  // namespace stator::store
