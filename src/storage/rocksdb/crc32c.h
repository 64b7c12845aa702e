#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace stator::storage {

// Returns the CRC-32C (Castagnoli) of `bytes`, continuing the checksum `before` of the preceding
// bytes.
std::uint32_t Crc32c(BytesView bytes, std::uint32_t before = 0);

}  // namespace stator::storage
