#pragma once

#include <string_view>

namespace stator {

// Prints where and why, then aborts. For programmer errors only; client input never gets here.
[[noreturn]] void CheckFailed(const char* file, int line, std::string_view condition);

}  // namespace stator

// On in every build: a broken invariant must not reach the disk.
#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) [[unlikely]]                           \
      ::stator::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)
