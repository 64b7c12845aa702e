#pragma once

#include <span>

#include "base/embedded_file.h"

namespace stator::server {

// The files of the console, compressed with gzip. A file's name is its path below /console/. Empty
// in a build without the console. cmake/StatorConsole.cmake generates the definition.
std::span<const EmbeddedFile> ConsoleFiles();

}  // namespace stator::server
