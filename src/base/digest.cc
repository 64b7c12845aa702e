#include "base/digest.h"

#include <array>
#include <string_view>

#include <openssl/sha.h>

namespace stator {

static_assert(kSha256Bytes == SHA256_DIGEST_LENGTH);

Bytes Sha256(BytesView bytes) {
  std::array<unsigned char, kSha256Bytes> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string HexText(BytesView bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text.push_back(kDigits[value >> 4U]);
    text.push_back(kDigits[value & 15U]);
  }
  return text;
}

}  // namespace stator
