#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "base/result.h"
#include "client/stator.h"
#include "model/exchange/imported.h"

namespace stator::model {

inline constexpr std::int64_t kSampleDefault = 1'000;
inline constexpr std::int64_t kSampleMax = 100'000;

// Bounds of a sample, and what watches its reads.
struct SampleOptions {
  std::int64_t items_max = kSampleDefault;  // from 1 to kSampleMax
  // Approximate bytes of the items; the item that reaches the bound is the last one.
  std::size_t bytes_max = std::numeric_limits<std::size_t>::max();
  std::int64_t page_items_max = kSampleMax;               // of one Scan
  std::function<void(std::int64_t items)> progress = {};  // after each page; may be empty
  std::function<bool()> stopped = {};  // asked before each page; true ends with an error
};

// Infers a model of a database's table, with DescribeTable and with Scans. The Scans cost
// read units, unless the connection's reads are unmetered. The table is never written.
Result<Imported> InferFromTable(client::Connection& database, const std::string& table,
                                const SampleOptions& options);

}  // namespace stator::model
