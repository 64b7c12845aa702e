#pragma once

#include <string_view>

namespace stator {

// A file of the repository that is part of the program: see stator_embed in
// cmake/StatorModule.cmake.
struct EmbeddedFile {
  std::string_view name;  // without folder and extension
  std::string_view text;
};

}  // namespace stator
