#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

namespace stator {

// Reads a file of at most `bytes_max`. `what` names the content ("credentials") in the error.
// Errors: kStartup with a sentence if the file cannot be read.
Result<std::string> ReadSmallFile(const std::string& file, std::string_view what,
                                  std::size_t bytes_max = limits::kSmallFileBytesMax);

}  // namespace stator
