#pragma once

#include <string>

#include "base/result.h"
#include "storage/engine.h"

namespace stator::storage {

// Makes consistent copies of a store in use. Optional: an engine may implement it.
// Threads: safe for concurrent use; the caller waits.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  // Makes `target` a folder that the engine opens like its own. The copy shows one moment after the
  // call began. Files are hard links if both folders share a file system, otherwise copies.
  // `target` appears whole and durable, or not at all.
  // Errors: ValidationException with one sentence if `target` cannot be made; kUnavailable if the
  // store has a fault.
  virtual Result<> CopyTo(const std::string& target) = 0;
};

// Returns the engine's implementation, or null if it has none. Lifetime: that of the engine.
Checkpoint* FindCheckpoint(Engine& engine);

}  // namespace stator::storage
