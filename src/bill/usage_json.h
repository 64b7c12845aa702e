#pragma once

#include <string>

#include "base/result.h"
#include "capacity/account.h"
#include "wire/json.h"

// What was counted, as JSON (docs/bill.md): what a bill is made of again, with other prices.
namespace stator::bill {

void WriteUsage(const capacity::AccountUse& use, std::string& out);

// Reads that back. ValidationException if it is no such object.
Result<capacity::AccountUse> ReadUsage(wire::Json json);

}  // namespace stator::bill
