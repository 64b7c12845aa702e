#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "client/stator.h"
#include "model/exchange/imported.h"

namespace stator::model {

inline constexpr std::int64_t kSampleMax = 100'000;

// Infers a model of a database's table, with DescribeTable and with Scans of at most `sample` items
// (1 to kSampleMax). The Scans cost read units. The table is never written.
Result<Imported> InferFromTable(client::Connection& database, const std::string& table,
                                std::int64_t sample);

}  // namespace stator::model
