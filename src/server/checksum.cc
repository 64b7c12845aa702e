#include "server/checksum.h"

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace stator::server {
namespace {

std::uint32_t Continue(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

#if defined(__x86_64__)

// Every answer has a checksum. With zlib's tables the checksum is a notable part of the cost of a
// small answer. Processors can multiply polynomials. Content that lies n bits before the end of a
// message may be replaced by its product with x^n modulo CRC-32's polynomial. So the loop folds the
// message forward, four blocks of 16 bytes at a time. 16 bytes with the same remainder are left,
// and zlib reduces those.
constexpr std::size_t kBlockBytes = 16;
constexpr std::size_t kStrideBytes = 4 * kBlockBytes;

// x^(n+32) and x^(n-32), where n is a stride or a block. Bits are reversed, as everywhere in this
// CRC.
constexpr std::int64_t kStrideLow = 0x154442bd4;
constexpr std::int64_t kStrideHigh = 0x1c6e41596;
constexpr std::int64_t kBlockLow = 0x1751997d0;
constexpr std::int64_t kBlockHigh = 0x0ccaa009e;

#define STATOR_CLMUL __attribute__((target("pclmul")))

STATOR_CLMUL inline __m128i Load(const char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

STATOR_CLMUL inline __m128i Fold(__m128i sum, __m128i by, __m128i onto) {
  const __m128i low = _mm_clmulepi64_si128(sum, by, 0x00);
  const __m128i high = _mm_clmulepi64_si128(sum, by, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), onto);
}

// REQUIRES: `bytes` has at least one stride.
STATOR_CLMUL std::uint32_t Folded(std::string_view bytes) {
  __m128i sums[4];
  for (std::size_t i = 0; i < 4; ++i) sums[i] = Load(bytes.data() + i * kBlockBytes);
  sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(-1));  // the CRC starts with all ones
  bytes.remove_prefix(kStrideBytes);
  const __m128i by_stride = _mm_set_epi64x(kStrideHigh, kStrideLow);
  for (; bytes.size() >= kStrideBytes; bytes.remove_prefix(kStrideBytes)) {
    for (std::size_t i = 0; i < 4; ++i) {
      sums[i] = Fold(sums[i], by_stride, Load(bytes.data() + i * kBlockBytes));
    }
  }
  const __m128i by_block = _mm_set_epi64x(kBlockHigh, kBlockLow);
  __m128i sum = sums[0];
  for (std::size_t i = 1; i < 4; ++i) sum = Fold(sum, by_block, sums[i]);
  for (; bytes.size() >= kBlockBytes; bytes.remove_prefix(kBlockBytes)) {
    sum = Fold(sum, by_block, Load(bytes.data()));
  }
  char left[kBlockBytes];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(left), sum);
  // zlib inverts its start value, and the sum already contains the initial ones.
  return Continue(Continue(UINT32_MAX, {left, kBlockBytes}), bytes);
}

#undef STATOR_CLMUL

bool CanFold() { return __builtin_cpu_supports("pclmul") != 0; }

#endif

}  // namespace

std::uint32_t Crc32(std::string_view bytes) {
#if defined(__x86_64__)
  if (bytes.size() >= kStrideBytes && CanFold()) return Folded(bytes);
#endif
  return Continue(0, bytes);
}

}  // namespace stator::server
