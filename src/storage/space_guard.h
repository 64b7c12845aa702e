#pragma once

#include "storage/engine.h"

namespace stator::storage {

// Reports whether free disk space is below the store's reserve. Optional: an engine may implement
// it.
// Threads: safe for concurrent use.
class SpaceGuard {
 public:
  virtual ~SpaceGuard() = default;

  // Whether free space is below the reserve. Apply still works then, but callers must send only
  // commits that remove data or finish earlier work. Cheap.
  virtual bool is_low_on_space() const = 0;
};

// Returns false for an engine without a reserve.
bool IsLowOnSpace(const Engine& engine);

}  // namespace stator::storage
