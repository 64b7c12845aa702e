#include "base/digest.h"

#include <array>
#include <string_view>

#include <openssl/evp.h>
#include <openssl/sha.h>

namespace stator {

static_assert(kSha256Bytes == SHA256_DIGEST_LENGTH);

Bytes Sha256(BytesView bytes) {
  std::array<unsigned char, kSha256Bytes> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Bytes Md5(BytesView bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_md5(), nullptr);
  return {reinterpret_cast<const char*>(digest.data()), length};
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
