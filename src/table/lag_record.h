#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/statistics.h"
#include "storage/engine.h"

// The changes of one write to the global indexes of its table, while they lag
// (docs/formats/index-lag.md).
namespace stator::table {

struct LagRecord {
  struct Part {
    storage::Space index = 0;
    catalog::SpaceStatistics counts;
    std::vector<storage::Mutation> changes;  // all within `index`
  };

  TimeMicros time = 0;  // of the commit
  std::string table;    // its name
  std::vector<Part> parts;
};

// The stored form of the record.
Bytes EncodeLagRecord(const LagRecord& record);
// Errors: kCorruption if the bytes do not decode.
Result<LagRecord> DecodeLagRecord(BytesView bytes);

}  // namespace stator::table
