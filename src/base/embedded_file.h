#pragma once

#include <string_view>

namespace stator {

// A file of the repository that is compiled into the program. See stator_embed in
// cmake/StatorEmbed.cmake.
struct EmbeddedFile {
  std::string_view name;  // without folder and extension
  std::string_view text;
};

}  // namespace stator
