#include "server/checksum.h"

#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "base/ids.h"

namespace stator::server {
namespace {

std::uint32_t ByZlib(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

TEST(Crc32, OfTheStandardCheckInput) { EXPECT_EQ(Crc32("123456789"), 0xCBF43926U); }

TEST(Crc32, EqualsZlibAtEveryLengthAndAlignment) {
  constexpr std::size_t kLongest = 600;
  IdGenerator random(1);
  std::string bytes;
  while (bytes.size() < kLongest + 16) bytes += static_cast<char>(random.Next());
  for (std::size_t at = 0; at < 16; ++at) {
    for (std::size_t size = 0; size <= kLongest; ++size) {
      const auto part = std::string_view(bytes).substr(at, size);
      ASSERT_EQ(Crc32(part), ByZlib(part)) << at << " " << size;
    }
  }
}

TEST(Crc32, EqualsZlibForUniformBytes) {
  for (const char byte : {'\0', '\xFF', 'x'}) {
    const std::string bytes(100'000, byte);
    EXPECT_EQ(Crc32(bytes), ByZlib(bytes));
  }
}

}  // namespace
}  // namespace stator::server
