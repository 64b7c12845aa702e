#pragma once

#include "api/services.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"

// What AWS lets an account ask for, and how often it may change its mind (facts 6.3). Everything
// fails with kLimitExceededException.
namespace stator::api {

// Whether the account may have the table in place of the one it has; nullptr: it has none. What the
// change does not raise is not looked at. For planners, on the commit thread.
Result<> CheckQuotas(const AccountFacts& account, const catalog::Catalog& catalog,
                     const catalog::TableSettings* before, const catalog::TableSettings& after);

// Sets provisioned units. Less of either kind counts as a decrease.
Result<> SetUnits(const Quotas& quotas, const catalog::Throughput& wanted, TimeMicros now,
                  catalog::Provisioned& provisioned);

// Notes a switch to on-demand mode.
Result<> NoteOnDemandSwitch(const Quotas& quotas, TimeMicros now, catalog::TableSettings& settings);

}  // namespace stator::api
