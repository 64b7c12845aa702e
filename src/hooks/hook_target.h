#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::hooks {

// "TABLE=URL" or "TABLE=command" in its parts.
struct HookTarget {
  std::string table;
  std::string target;
  bool is_url = false;
};
// ValidationException with one sentence if it is neither.
Result<HookTarget> ParseHook(std::string_view text);

}  // namespace stator::hooks
