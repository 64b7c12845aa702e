#pragma once

#include <cstdint>
#include <string_view>

namespace stator::server {

// CRC-32 as zlib computes it: the value of x-amz-crc32.
std::uint32_t Crc32(std::string_view bytes);

}  // namespace stator::server
