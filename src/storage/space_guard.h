#pragma once

#include "storage/engine.h"

namespace stator::storage {

// An optional power of an engine: it keeps a reserve of free disk space. Safe for concurrent use.
class SpaceGuard {
 public:
  virtual ~SpaceGuard() = default;

  // Whether free space has fallen below the reserve. Apply still works, but callers must send only
  // commits that remove data or finish earlier work. Cheap.
  virtual bool is_low_on_space() const = 0;
};

// False for an engine that keeps no reserve.
bool IsLowOnSpace(const Engine& engine);

}  // namespace stator::storage
