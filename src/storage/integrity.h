#pragma once

#include <string>
#include <vector>

#include "storage/engine.h"

namespace stator::storage {

// Reads everything that a store has on disk. An optional power of an engine.
class Integrity {
 public:
  virtual ~Integrity() = default;

  // A sentence for each file whose checksums do not hold. Takes as long as reading all of them.
  virtual std::vector<std::string> DamagedFiles() = 0;
};

// The engine's own, or null if it has none. Lives as long as the engine.
Integrity* FindIntegrity(Engine& engine);

}  // namespace stator::storage
