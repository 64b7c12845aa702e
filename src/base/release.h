#pragma once

#include <string>

namespace stator {

// Empties a buffer and gives its memory back. Assigning an empty string would keep the memory.
inline void Release(std::string& buffer) { std::string().swap(buffer); }

}  // namespace stator
