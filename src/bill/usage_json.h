#pragma once

#include <string>

#include "base/result.h"
#include "capacity/account.h"
#include "json/parser.h"

// Counted traffic as JSON (docs/bill.md). A bill can be made again from it with other prices.
namespace stator::bill {

// Appends the traffic to `out` as one object.
void WriteUsage(const capacity::AccountUse& use, std::string& out);

// Reads the output of WriteUsage. Errors: ValidationException if `json` is no such object.
Result<capacity::AccountUse> ReadUsage(json::Value json);

// Reads the member `usage` of a bill (docs/bill.md). Errors: as ReadUsage, also for other texts.
Result<capacity::AccountUse> ReadBillUsage(const std::string& bill);

}  // namespace stator::bill
