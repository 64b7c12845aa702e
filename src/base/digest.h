#pragma once

#include <cstddef>
#include <string>

#include "base/bytes.h"

namespace stator {

inline constexpr std::size_t kSha256Bytes = 32;

Bytes Sha256(BytesView bytes);

// 16 bytes, for placing things; it protects nothing.
Bytes Md5(BytesView bytes);

// In lower case.
std::string HexText(BytesView bytes);

}  // namespace stator
