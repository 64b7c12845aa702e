#pragma once

#include <string>

#include "bill/bill.h"
#include "capacity/account.h"

namespace stator::bill {

// Bounds of a report for a person; the report sums up the rest.
inline constexpr std::size_t kPatternsShown = 20;
inline constexpr std::size_t kTablesShown = 10;

// Formats the bill for a person: by table and index, operation and pattern, with the ways to pay
// for each table.
std::string BillText(const Bill& bill);

// Formats the bill for a program: one JSON object (docs/bill.md) that includes the counted traffic.
std::string BillJson(const Bill& bill, const capacity::AccountUse& use);

}  // namespace stator::bill
