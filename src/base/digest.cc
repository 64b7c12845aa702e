#include "base/digest.h"

#include <array>

#include <openssl/sha.h>

namespace stator {

static_assert(kSha256Bytes == SHA256_DIGEST_LENGTH);

Bytes Sha256(BytesView bytes) {
  std::array<unsigned char, kSha256Bytes> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace stator
