#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stator {

// The whole of a file of at most limits::kSmallFileBytesMax; `what` it holds ("credentials") is
// said in the error. kStartup with a sentence where it cannot be read.
Result<std::string> ReadSmallFile(const std::string& file, std::string_view what);

}  // namespace stator
