#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"

// Fixed-width integers in stored bytes. Big-endian makes bytes sort as the numbers do.
namespace stator {

static_assert(std::endian::native == std::endian::little, "the byte swaps below assume it");

inline void AppendBigEndian32(std::uint32_t value, Bytes& out) {
  const std::uint32_t swapped = __builtin_bswap32(value);
  char buffer[sizeof swapped];
  std::memcpy(buffer, &swapped, sizeof swapped);
  out.append(buffer, sizeof swapped);
}

inline void AppendBigEndian64(std::uint64_t value, Bytes& out) {
  const std::uint64_t swapped = __builtin_bswap64(value);
  char buffer[sizeof swapped];
  std::memcpy(buffer, &swapped, sizeof swapped);
  out.append(buffer, sizeof swapped);
}

// Decode the first bytes. REQUIRES: there are enough.
inline std::uint32_t ReadBigEndian32(BytesView in) {
  std::uint32_t value = 0;
  CHECK(in.size() >= sizeof value);
  std::memcpy(&value, in.data(), sizeof value);
  return __builtin_bswap32(value);
}

inline std::uint64_t ReadBigEndian64(BytesView in) {
  std::uint64_t value = 0;
  CHECK(in.size() >= sizeof value);
  std::memcpy(&value, in.data(), sizeof value);
  return __builtin_bswap64(value);
}

}  // namespace stator
