#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "client/stator.h"
#include "model/exchange/imported.h"

namespace stator::model {

inline constexpr std::int64_t kSampleMax = 100'000;

// What a table of a database holds, by DescribeTable and by Scans of at most `sample` items (from 1
// to kSampleMax). The table is read, at the price of a Scan, and never written.
Result<Imported> InferFromTable(client::Connection& database, const std::string& table,
                                std::int64_t sample);

}  // namespace stator::model
