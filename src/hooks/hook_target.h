#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::hooks {

// The parts of "TABLE=URL" or "TABLE=command".
struct HookTarget {
  std::string table;
  std::string target;
  bool is_url = false;
};
// Errors: ValidationException with one sentence if the text has neither form.
Result<HookTarget> ParseHook(std::string_view text);

}  // namespace stator::hooks
