#pragma once

#include <string>

#include "base/result.h"
#include "capacity/account.h"
#include "json/parser.h"

// What was counted, as JSON (docs/bill.md): what a bill is made of again, with other prices.
namespace stator::bill {

void WriteUsage(const capacity::AccountUse& use, std::string& out);

// Reads that back. ValidationException if it is no such object.
Result<capacity::AccountUse> ReadUsage(json::Value json);

}  // namespace stator::bill
