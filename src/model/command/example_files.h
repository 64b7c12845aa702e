#pragma once

#include <span>

#include "base/embedded_file.h"

namespace stator::model {

// The models of examples/, by name: "orders".
std::span<const EmbeddedFile> ExampleFiles();

}  // namespace stator::model
