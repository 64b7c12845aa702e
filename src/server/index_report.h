#pragma once

#include <string>

#include "api/database.h"
#include "base/metrics.h"

// What an operator sees of indexes that are being built, deleted or held back.
namespace stator::server {

// {"indexes":[{"table":"t","index":"i","status":"backfilling","rows":10,"rowsEstimated":40,"percent":25}],"laggedRecords":0}:
// what /_stator/indexes answers.
std::string IndexesJson(api::Database& database);

// The same without names, for anyone may read /metrics.
void ReportIndexes(api::Database& database, metrics::Exposition& exposition);

}  // namespace stator::server
