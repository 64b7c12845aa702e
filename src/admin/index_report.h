#pragma once

#include <string>

#include "base/metrics.h"
#include "database/database.h"

// Reports indexes that are being built, are being deleted or lag.
namespace stator::admin {

// Returns the answer of /_stator/indexes:
// {"indexes":[{"table":"t","index":"i","status":"backfilling","rows":10,"rowsEstimated":40,
// "percent":25}],"laggedRecords":0}
std::string IndexesJson(database::Database& database);

// The same without names, because anyone may read /metrics.
void ReportIndexes(database::Database& database, metrics::Exposition& exposition);

}  // namespace stator::admin
