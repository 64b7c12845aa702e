#pragma once

#include "api/services.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"

// Enforces AWS's limits on an account's throughput and on how often it changes (facts 6.3). Errors:
// always kLimitExceededException.
namespace stator::api {

// Checks whether the account may replace the table `before` (nullptr: a new table) by `after`.
// Values that the change does not raise are not checked. Threads: the commit thread, in planners.
Result<> CheckQuotas(const AccountFacts& account, const catalog::Catalog& catalog,
                     const catalog::TableSettings* before, const catalog::TableSettings& after);

// Sets provisioned units. A reduction of either kind counts as a decrease.
Result<> SetUnits(const Quotas& quotas, const catalog::Throughput& wanted, TimeMicros now,
                  catalog::Provisioned& provisioned);

// Records a switch to on-demand mode.
Result<> NoteOnDemandSwitch(const Quotas& quotas, TimeMicros now, catalog::TableSettings& settings);

}  // namespace stator::api
