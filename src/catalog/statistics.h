#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "storage/engine.h"

namespace stator::catalog {

// The number of entries and billed bytes of one space: a table's rows or one index.
struct SpaceStatistics {
  std::int64_t entries = 0;
  std::int64_t bytes = 0;
  bool operator==(const SpaceStatistics&) const = default;
};

// The counts of a table and its indexes, keyed by space.
using TableStatistics = std::map<storage::Space, SpaceStatistics>;

// The stored form of the counts (docs/formats/catalog.md). Errors: kCorruption.
Bytes EncodeStatistics(const TableStatistics& statistics);
Result<TableStatistics> DecodeStatistics(BytesView bytes);

}  // namespace stator::catalog
