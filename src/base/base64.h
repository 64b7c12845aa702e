#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "base/bytes.h"

// Base64 with the standard alphabet and padding (RFC 4648, section 4). OpenSSL's decoder accepts
// blanks and stray bits, which DynamoDB refuses.
namespace stator {

// Returns the length of the encoding, with padding.
constexpr std::size_t Base64Length(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

// Appends the encoding of `bytes` to `out`.
void AppendBase64(BytesView bytes, std::string& out);

// A defect of base64 text.
enum class Base64Error : std::uint8_t {
  kLength,        // not a multiple of 4
  kCharacter,     // outside the alphabet, or padding where none belongs
  kTrailingBits,  // the last character before the padding has unused bits that are not 0
};

// Decodes strictly: accepts each byte string in exactly one encoding. No spaces, no line ends.
std::expected<Bytes, Base64Error> DecodeBase64(std::string_view text);

}  // namespace stator
