#pragma once

#include <string>

#include "bill/bill.h"
#include "capacity/account.h"

namespace stator::bill {

// How much of a bill is shown to a person; the rest is summed up.
inline constexpr std::size_t kPatternsShown = 20;
inline constexpr std::size_t kTablesShown = 10;

// For a person: by table and index, operation and pattern, and the ways to pay for each table.
std::string BillText(const Bill& bill);

// For a program: one object (docs/bill.md), with what was counted in it.
std::string BillJson(const Bill& bill, const capacity::AccountUse& use);

}  // namespace stator::bill
