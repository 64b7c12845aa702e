#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator {

// Raw bytes. Text that is known to be UTF-8 uses the same types; the name says what is meant.
using Bytes = std::string;
using BytesView = std::string_view;

}  // namespace stator
