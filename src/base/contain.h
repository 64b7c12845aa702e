#pragma once

#include <type_traits>
#include <utility>

#include "base/result.h"
#include "base/texts.h"

namespace stator {

// Returns the result of `work`, or InternalServerError if it throws. Our own code throws nothing,
// but memory may run out and a library may throw. Such an exception fails one piece of work; it
// must not end the process.
template <class Work>
std::invoke_result_t<Work> Contain(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (...) {
    return Fail(ErrorCode::kInternalServerError, texts::kInternal);
  }
}

// The same for work whose result is ignored: drops any exception.
template <class Work>
void ContainQuietly(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
  } catch (...) {  // NOLINT(bugprone-empty-catch): dropped by contract
  }
}

}  // namespace stator
