#include "storage/rocksdb/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace stator::storage {
namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78;  // reversed
constexpr std::size_t kStride = 8;                 // bytes per step

using Tables = std::array<std::array<std::uint32_t, 256>, kStride>;

// Table k holds the contribution of a byte that k zero bytes follow.
constexpr Tables MakeTables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? kPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < kStride; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t crc = tables[k - 1][byte];
      tables[k][byte] = (crc >> 8U) ^ tables[0][crc & 0xFFU];
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

}  // namespace

std::uint32_t Crc32c(BytesView bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  while (bytes.size() >= kStride) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), kStride);  // little-endian, as base/endian.h requires
    word ^= crc;
    crc = 0;
    for (std::size_t i = 0; i < kStride; ++i) {
      crc ^= kTables[kStride - 1 - i][(word >> (8 * i)) & 0xFFU];
    }
    bytes.remove_prefix(kStride);
  }
  for (const char each : bytes) {
    crc = (crc >> 8U) ^ kTables[0][(crc ^ static_cast<unsigned char>(each)) & 0xFFU];
  }
  return ~crc;
}

}  // namespace stator::storage
