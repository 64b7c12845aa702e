#pragma once

#include <string_view>

namespace stator {

// Whether `text` is well-formed UTF-8: no overlong form, no surrogate, nothing beyond U+10FFFF,
// no sequence cut short. NUL is a character like any other.
bool ValidUtf8(std::string_view text);

}  // namespace stator
