#pragma once

#include <string>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// What the server has counted, in money (docs/bill.md).
namespace stator::admin {

// At the default prices. It may take a while where there are many tables, so it is made on the
// pool.
void AnswerBill(database::Database& database, Loop& loop, wire::Reply done);

// Begins anew. {"since":"2026-11-16T02:20:00Z"}
std::string ResetBill(database::Database& database);

}  // namespace stator::admin
