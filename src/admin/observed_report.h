#pragma once

#include "base/metrics.h"
#include "database/database.h"

namespace stator::admin {

// What CloudWatch knows, since the start, and what was done to the items of each kind. Names tables
// and beginnings of keys.
void ReportObserved(database::Database& database, metrics::Exposition& exposition);

}  // namespace stator::admin
