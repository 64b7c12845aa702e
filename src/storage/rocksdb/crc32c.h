#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace stator::storage {

// CRC-32C (Castagnoli) of `bytes`, going on from the checksum of the bytes before them.
std::uint32_t Crc32c(BytesView bytes, std::uint32_t before = 0);

}  // namespace stator::storage
