#pragma once

#include <span>

#include "base/embedded_file.h"

namespace stator::price {

// The embedded files of prices/. A file's name is like "us-east-1-2026-11".
std::span<const EmbeddedFile> PriceFiles();

}  // namespace stator::price
