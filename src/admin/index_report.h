#pragma once

#include <string>

#include "base/metrics.h"
#include "database/database.h"

// What an operator sees of indexes that are being built, deleted or held back.
namespace stator::admin {

// {"indexes":[{"table":"t","index":"i","status":"backfilling","rows":10,"rowsEstimated":40,"percent":25}],"laggedRecords":0}:
// what /_stator/indexes answers.
std::string IndexesJson(database::Database& database);

// The same without names, for anyone may read /metrics.
void ReportIndexes(database::Database& database, metrics::Exposition& exposition);

}  // namespace stator::admin
