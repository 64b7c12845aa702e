#pragma once

#include <cstddef>
#include <string>

#include "base/bytes.h"

namespace stator {

inline constexpr std::size_t kSha256Bytes = 32;

// Returns 32 bytes.
Bytes Sha256(BytesView bytes);

// 16 bytes. Used to spread keys, not for security.
Bytes Md5(BytesView bytes);

// Formats in lower case.
std::string HexText(BytesView bytes);

}  // namespace stator
