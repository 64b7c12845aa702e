#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator {

// Raw bytes. UTF-8 text uses the same types; a variable's name says which of the two it is.
using Bytes = std::string;
using BytesView = std::string_view;

}  // namespace stator
