#pragma once

#include <cstddef>
#include <string_view>

namespace stator {

// Whether `text` is well-formed UTF-8: no overlong form, no surrogate, nothing beyond U+10FFFF,
// no sequence cut short. NUL is a character like any other.
bool ValidUtf8(std::string_view text);

// How many code units UTF-16 has for it: what Java, and so AWS, takes for the length of a text.
// REQUIRES: well-formed.
std::size_t Utf16Units(std::string_view text);

// At most `bytes_max` of a text, and no part of a character. REQUIRES: well-formed.
std::string_view CutUtf8(std::string_view text, std::size_t bytes_max);

}  // namespace stator
