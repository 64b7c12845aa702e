#pragma once

#include <string>

namespace stator {

// Empties a buffer and releases its memory. Assigning an empty string would keep the memory.
inline void Release(std::string& buffer) { std::string().swap(buffer); }

}  // namespace stator
