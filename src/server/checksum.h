#pragma once

#include <cstdint>
#include <string_view>

namespace stator::server {

// CRC-32 as zlib reckons it: what x-amz-crc32 says of a body.
std::uint32_t Crc32(std::string_view bytes);

}  // namespace stator::server
