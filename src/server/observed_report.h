#pragma once

#include "api/database.h"
#include "base/metrics.h"

namespace stator::server {

// What CloudWatch knows, since the start, and what was done to the items of each kind. Names tables
// and beginnings of keys.
void ReportObserved(api::Database& database, metrics::Exposition& exposition);

}  // namespace stator::server
