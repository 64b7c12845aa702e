#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "storage/engine.h"

namespace stator::storage {

// About how much ranges of a space hold. An optional power of an engine; cheap to ask, whatever the
// ranges hold, and never exact. Safe for concurrent use.
class RangeSizes {
 public:
  virtual ~RangeSizes() = default;
  // Bytes of each range, in their order and in whatever way the engine counts: figures of one
  // engine compare with one another.
  virtual Result<std::vector<std::uint64_t>> SizesOf(Space space,
                                                     std::span<const KeyRange> ranges) const = 0;
};

// The engine's own, or null if it cannot tell. Lives as long as the engine.
const RangeSizes* FindRangeSizes(const Engine& engine);

}  // namespace stator::storage
