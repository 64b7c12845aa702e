#pragma once

#include <string>

#include "base/result.h"
#include "storage/engine.h"

namespace stator::storage {

// Makes consistent copies of a store that is in use. An optional power of an engine.
// Threads: safe for concurrent use; the caller waits.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  // Makes `target` a folder that the engine opens like its own, as of one moment after the call
  // began. Files are hard links where the two share a file system, else copies. `target` appears
  // whole and durable, or not at all. Errors: ValidationException with one sentence if `target`
  // cannot be made there; kUnavailable if the store has a fault.
  virtual Result<> CopyTo(const std::string& target) = 0;
};

// The engine's own, or null if it has none. Lives as long as the engine.
Checkpoint* FindCheckpoint(Engine& engine);

}  // namespace stator::storage
