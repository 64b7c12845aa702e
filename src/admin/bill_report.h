#pragma once

#include <string>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// The usage that the server has counted, in money (docs/bill.md).
namespace stator::admin {

// Answers with the bill at the default prices. Runs on the pool, because it takes a while with many
// tables.
void AnswerBill(database::Database& database, Loop& loop, wire::Reply done);

// Restarts the count. Returns {"since":"2026-11-16T02:20:00Z"}.
std::string ResetBill(database::Database& database);

}  // namespace stator::admin
