#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace stator {

// Returns AWS's code of a reason: "None", "ConditionalCheckFailed" and so on.
std::string_view ReasonCode(const std::optional<Error>& reason);

// Builds the error of a cancelled transaction. It has one reason for each action in order; nullopt
// if the action did not fail.
Error Cancelled(CancellationReasons reasons);

}  // namespace stator
