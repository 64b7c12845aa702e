#pragma once

#include <type_traits>
#include <utility>

#include "base/result.h"
#include "base/texts.h"

namespace stator {

// What `work` returns; whatever it throws is an InternalServerError. Our own code throws nothing,
// but memory may run out and a library may throw: that costs one piece of work its outcome, not the
// process its life.
template <class Work>
std::invoke_result_t<Work> Contain(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (...) {
    return Fail(ErrorCode::kInternalServerError, texts::kInternal);
  }
}

// The same for what nobody waits for: nothing comes of it then.
template <class Work>
void ContainQuietly(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
  } catch (...) {  // NOLINT(bugprone-empty-catch): as promised
  }
}

}  // namespace stator
