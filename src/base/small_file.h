#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

namespace stator {

// The whole of a file of at most `bytes_max`; `what` it holds ("credentials") is said in the error.
// kStartup with a sentence where it cannot be read.
Result<std::string> ReadSmallFile(const std::string& file, std::string_view what,
                                  std::size_t bytes_max = limits::kSmallFileBytesMax);

}  // namespace stator
