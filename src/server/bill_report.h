#pragma once

#include <string>

#include "api/database.h"
#include "base/loop.h"
#include "wire/response.h"

// What the server has counted, in money (docs/bill.md).
namespace stator::server {

// At the default prices. It may take a while where there are many tables, so it is made on the
// pool.
void AnswerBill(api::Database& database, Loop& loop, wire::Reply done);

// Begins anew. {"since":"2026-11-16T02:20:00Z"}
std::string ResetBill(api::Database& database);

}  // namespace stator::server
