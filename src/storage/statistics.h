#pragma once

#include <cstdint>
#include <string>

#include "storage/engine.h"

namespace stator::storage {

// An engine's figures about itself, for operators. They are cheap and never exact.
struct EngineStatistics {
  std::uint64_t disk_bytes = 0;    // live bytes on disk, compressed; 0 for an engine without one
  std::uint64_t memory_bytes = 0;  // buffers and caches of the store
  bool refuses_writes = false;     // a disk fault is known and not yet healed, or space is low
  std::string fault;               // the reason of a refusal; empty: none
  std::string damage;              // the first damage that a read found on disk; empty: none
};

// Gives statistics. Optional: an engine may implement it.
// Threads: safe for concurrent use.
class StatisticsSource {
 public:
  virtual ~StatisticsSource() = default;
  virtual EngineStatistics Statistics() const = 0;
};

// Returns the engine's implementation, or null if it has none. Lifetime: that of the engine.
const StatisticsSource* FindStatistics(const Engine& engine);

}  // namespace stator::storage
