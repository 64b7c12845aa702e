#pragma once

#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "hooks/hook_thread.h"
#include "server/settings.h"

namespace stator::server {

// Builds the functions that the settings name, ready to call. Lifetime: `log` outlives them.
// Errors: ValidationException with one sentence if a target cannot be called.
Result<std::vector<hooks::Hook>> HooksOf(const Settings& settings, Log& log);

}  // namespace stator::server
