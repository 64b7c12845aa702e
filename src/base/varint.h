#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"

// Unsigned LEB128: seven bits a byte, lowest first, the top bit set on all but the last. Only the
// shortest form of a number is valid, so equal numbers have equal bytes.
namespace stator {

inline constexpr std::size_t kVarintBytesMax = 10;

inline void AppendVarint(std::uint64_t value, Bytes& out) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

// Removes a varint from the front of `in`. REQUIRES: `in` begins with one that AppendVarint wrote.
inline std::uint64_t TakeVarint(BytesView& in) {
  const auto first = static_cast<unsigned char>(in.front());
  if (first < 0x80) [[likely]] {
    in.remove_prefix(1);
    return first;
  }
  std::uint64_t value = first & 0x7FU;
  std::size_t at = 1;
  for (int shift = 7;; shift += 7) {
    const auto byte = static_cast<unsigned char>(in[at++]);
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) break;
  }
  in.remove_prefix(at);
  return value;
}

// The same for untrusted bytes. Returns nullopt and leaves `in` unchanged if the varint is
// truncated, not in its shortest form, or larger than 64 bits.
inline std::optional<std::uint64_t> ReadVarint(BytesView& in) {
  std::uint64_t value = 0;
  for (std::size_t at = 0; at < in.size() && at < kVarintBytesMax; ++at) {
    const auto byte = static_cast<unsigned char>(in[at]);
    if (at == kVarintBytesMax - 1 && byte > 1) return std::nullopt;
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << (7 * at);
    if (byte >= 0x80) continue;
    if (byte == 0 && at > 0) return std::nullopt;
    in.remove_prefix(at + 1);
    return value;
  }
  return std::nullopt;
}

// Appends bytes, preceded by their length.
inline void AppendSized(BytesView bytes, Bytes& out) {
  AppendVarint(bytes.size(), out);
  out.append(bytes);
}

// Returns nullopt if the bytes are truncated.
inline std::optional<BytesView> ReadSized(BytesView& in) {
  const auto size = ReadVarint(in);
  if (!size || *size > in.size()) return std::nullopt;
  const BytesView bytes = in.substr(0, *size);
  in.remove_prefix(*size);
  return bytes;
}

}  // namespace stator
