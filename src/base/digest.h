#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace stator {

inline constexpr std::size_t kSha256Bytes = 32;

Bytes Sha256(BytesView bytes);

}  // namespace stator
