#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace stator {

void CheckFailed(const char* file, int line, std::string_view condition) {
  std::fprintf(stderr, "stator: %s:%d: check failed: %.*s\n", file, line,
               static_cast<int>(condition.size()), condition.data());
  std::abort();
}

}  // namespace stator
