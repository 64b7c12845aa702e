#pragma once

#include <cstddef>
#include <string_view>

namespace stator {

// Whether `text` is well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF,
// no truncated sequence. NUL is a valid character.
bool ValidUtf8(std::string_view text);

// Returns the number of UTF-16 code units of `text`, which Java, and so AWS, counts as its length.
// REQUIRES: well-formed.
std::size_t Utf16Units(std::string_view text);

// Truncates a text to at most `bytes_max`, between characters. REQUIRES: well-formed.
std::string_view CutUtf8(std::string_view text, std::size_t bytes_max);

}  // namespace stator
