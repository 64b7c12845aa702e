#pragma once

#include <span>

#include "base/embedded_file.h"

namespace stator::model {

// The embedded models of examples/. A model's name is like "orders".
std::span<const EmbeddedFile> ExampleFiles();

}  // namespace stator::model
