#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/bytes.h"

// The bytes of the item encoding, version 1 (docs/formats/items.md). The numbers are on disk: never
// renumber them.
namespace stator::item::format {

enum class Tag : std::uint8_t {
  kNull = 0x01,
  kFalse = 0x02,
  kTrue = 0x03,
  kNumber = 0x10,
  kPlainString = 0x20,    // JSON needs no escapes
  kEscapedString = 0x21,  // JSON does
  kBinary = 0x30,
  kStringSet = 0x40,
  kNumberSet = 0x41,
  kBinarySet = 0x42,
  kList = 0x50,
  kMap = 0x51,
};

// Values with a tag from here on have a length of fixed width. The encoder writes it when the value
// ends.
inline constexpr std::uint8_t kFirstContainer = 0x40;
inline constexpr std::size_t kContainerHeaderBytes = 1 + sizeof(std::uint32_t);

static_assert(std::endian::native == std::endian::little, "the copies below assume it");

// Reads an integer that may be unaligned.
template <class Integer>
Integer LoadLittleEndian(const char* from) {
  Integer value = 0;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

// Writes an integer to an address that may be unaligned.
template <class Integer>
void StoreLittleEndian(Integer value, char* to) {
  std::memcpy(to, &value, sizeof(value));
}

// Whether JSON can hold the text without escapes: it has no control character, quotation mark or
// backslash.
inline bool PlainText(std::string_view text) {
  const auto needs_escape = [](char c) -> unsigned char {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20) | (byte == '"') | (byte == '\\');
  };
  // The compiler vectorizes these blocks, because they have no branch and a constant length.
  constexpr std::size_t kBlock = 32;
  std::size_t at = 0;
  for (; at + kBlock <= text.size(); at += kBlock) {
    unsigned char found = 0;
    for (std::size_t i = 0; i < kBlock; ++i) found |= needs_escape(text[at + i]);
    if (found != 0) return false;
  }
  for (; at < text.size(); ++at) {
    if (needs_escape(text[at]) != 0) return false;
  }
  return true;
}

}  // namespace stator::item::format
