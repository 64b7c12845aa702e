#pragma once

#include <string>
#include <vector>

#include "storage/engine.h"

namespace stator::storage {

// Checks all files that a store has on disk. Optional: an engine may implement it.
class Integrity {
 public:
  virtual ~Integrity() = default;

  // Returns a sentence for each file with a wrong checksum. It takes as long as reading all files.
  virtual std::vector<std::string> DamagedFiles() = 0;
};

// Returns the engine's implementation, or null if it has none. Lifetime: that of the engine.
Integrity* FindIntegrity(Engine& engine);

}  // namespace stator::storage
