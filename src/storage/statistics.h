#pragma once

#include <cstdint>
#include <string>

#include "storage/engine.h"

namespace stator::storage {

// What an engine knows of itself, for operators. Cheap to ask and never exact.
struct EngineStatistics {
  std::uint64_t disk_bytes = 0;    // live bytes on disk, compressed; 0 for an engine without one
  std::uint64_t memory_bytes = 0;  // buffers and caches that belong to the store
  bool refuses_writes = false;     // a disk fault is known and not healed yet
  std::string fault;               // which; empty where there is none
  std::string damage;              // the first that a read met on disk; empty where there is none
};

// An optional power of an engine. Safe for concurrent use.
class StatisticsSource {
 public:
  virtual ~StatisticsSource() = default;
  virtual EngineStatistics Statistics() const = 0;
};

// The engine's statistics, or null if it keeps none. Lives as long as the engine.
const StatisticsSource* FindStatistics(const Engine& engine);

}  // namespace stator::storage
