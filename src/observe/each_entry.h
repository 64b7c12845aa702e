#pragma once

#include "base/result.h"
#include "storage/engine.h"

namespace stator::observe {

// Calls `take`, which returns a Result<>, for every entry of the range. Stops at the first error.
template <class Take>
Result<> EachEntry(storage::Engine& engine, storage::Space space, storage::KeyRange range,
                   Take take) {
  for (bool more = true; more;) {
    const auto page = TRY(engine.Read(space, range, {}));
    for (const auto& entry : page.entries) TRY(take(entry));
    more = page.more && !page.entries.empty();
    if (more) range.begin = page.entries.back().key + '\0';
  }
  return {};
}

}  // namespace stator::observe
