#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace stator {

// What AWS calls the reason in its list: "None", "ConditionalCheckFailed" and the like.
std::string_view ReasonCode(const std::optional<Error>& reason);

// The failure of a transaction, one reason for each of its actions in order; nullopt where the
// action is not to blame.
Error Cancelled(CancellationReasons reasons);

}  // namespace stator
