#pragma once

#include "base/metrics.h"
#include "database/database.h"

namespace stator::admin {

// Reports the totals of CloudWatch's metrics since the start, and counts for each kind of item. It
// names tables and the first words of keys.
void ReportObserved(database::Database& database, metrics::Exposition& exposition);

}  // namespace stator::admin
