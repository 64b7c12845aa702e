#pragma once

#include <string>
#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// The bill in the admin API (docs/bill.md).
namespace stator::admin {

// Answers the bill at the default prices. `query` may have `period`, `utilization` and `table`,
// with the meaning of the options of `stator bill`.
void AnswerBill(database::Database& database, std::string_view query, Loop& loop, wire::Reply done);

// Compares the bill in `body` with the present one: what `stator bill diff --json` prints. `query`
// may also have `rates`. Lifetime: `body` is not used after this returns.
void AnswerBillDiff(database::Database& database, std::string_view query, const std::string& body,
                    Loop& loop, wire::Reply done);

// Begins a new bill. Returns {"since":"…"}.
std::string ResetBill(database::Database& database);

}  // namespace stator::admin
