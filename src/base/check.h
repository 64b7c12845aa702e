#pragma once

#include <string_view>

namespace stator {

// Prints the location and the condition, then aborts. For programmer errors only; client input
// never leads here.
[[noreturn]] void CheckFailed(const char* file, int line, std::string_view condition);

}  // namespace stator

// Enabled in every build: a broken invariant must not reach the disk.
#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) [[unlikely]]                           \
      ::stator::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)
