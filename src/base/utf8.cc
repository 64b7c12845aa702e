#include "base/utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace stator {
namespace {

constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;

unsigned char At(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

// Returns the length of the ASCII prefix of `text`, rounded down to a multiple of eight bytes.
std::size_t AsciiWords(std::string_view text) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof(word));
    if ((word & kHighBits) != 0) break;
  }
  return at;
}

// Returns the length of the multi-byte character at the front; 0 if it is not well-formed. The
// bounds of the second byte exclude overlong forms, surrogates and too large code points.
std::size_t MultiByteLength(std::string_view text) {
  const unsigned char lead = At(text, 0);
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  std::size_t length = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (text.size() < length) return 0;
  if (At(text, 1) < low || At(text, 1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((At(text, i) & 0xC0U) != 0x80) return 0;
  }
  return length;
}

}  // namespace

bool ValidUtf8(std::string_view text) {
  while (true) {
    text.remove_prefix(AsciiWords(text));
    // Decodes character by character for one word, then tries ASCII again.
    std::size_t at = 0;
    while (at < text.size() && at < sizeof(std::uint64_t)) {
      if (At(text, at) < 0x80) {
        ++at;
        continue;
      }
      const std::size_t length = MultiByteLength(text.substr(at));
      if (length == 0) return false;
      at += length;
    }
    text.remove_prefix(at);
    if (text.empty()) return true;
  }
}

std::size_t Utf16Units(std::string_view text) {
  std::size_t units = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((At(text, at) & 0xC0U) == 0x80U) continue;  // inside a character
    units += At(text, at) >= 0xF0U ? 2 : 1;         // a surrogate pair, or one unit
  }
  return units;
}

std::string_view CutUtf8(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && (At(text, end) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

}  // namespace stator
