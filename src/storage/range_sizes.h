#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "storage/engine.h"

namespace stator::storage {

// Estimates the sizes of ranges of a space. It is cheap whatever the ranges hold, and never exact.
// Optional: an engine may implement it.
// Threads: safe for concurrent use.
class RangeSizes {
 public:
  virtual ~RangeSizes() = default;
  // Returns the bytes of each range, in their order. Each engine counts in its own way, so only
  // figures of one engine compare with one another.
  virtual Result<std::vector<std::uint64_t>> SizesOf(Space space,
                                                     std::span<const KeyRange> ranges) const = 0;
};

// Returns the engine's implementation, or null if it has none. Lifetime: that of the engine.
const RangeSizes* FindRangeSizes(const Engine& engine);

}  // namespace stator::storage
