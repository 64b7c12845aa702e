#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stator::server {

// Reads the file `name`, such as "assets/app.js", below `folder`. A client chose the name, so the
// function stays below the folder. Each step of the name must be a plain name, and no step may be a
// link; `folder` itself may be one. Returns nullopt if there is no such regular file, or if it has
// more than `bytes_max`. Waits for the disk.
std::optional<std::string> ReadFileBelow(const std::string& folder, std::string_view name,
                                         std::size_t bytes_max);

}  // namespace stator::server
