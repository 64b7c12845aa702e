#pragma once

#include <span>

#include "base/embedded_file.h"

namespace stator::price {

// The files of prices/, by name: "us-east-1-2026-11".
std::span<const EmbeddedFile> PriceFiles();

}  // namespace stator::price
