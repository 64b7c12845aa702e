#pragma once

#include <optional>
#include <string_view>

#include "base/durations.h"
#include "bill/bill.h"
#include "capacity/account.h"

// Checks that the command line and the admin API share.
namespace stator::bill {

// Parses a period from kPeriodMin to kPeriodMax. nullopt for any other text.
std::optional<TimeMicros> ParsePeriod(std::string_view text);

// Whether the terms' period is shorter than the time in which the traffic was counted. No bill
// stands for less time than it counted.
bool IsPeriodTooShort(const BillTerms& terms, const capacity::AccountUse& use);

// Whether the bills count the same time, to within a tenth: test runs do not take the same time
// twice. The same traffic costs less a month if it was counted over more time.
bool CountEqualTimes(const capacity::AccountUse& before, const capacity::AccountUse& after);

}  // namespace stator::bill
