#pragma once

#include <string>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// Pauses transactions between prepare and commit, for the admin API (docs/operating.md).
namespace stator::admin {

// Returns {"armed":1,"held":0}: rows that wait for a transaction, and paused transactions.
std::string PausesJson(database::Database& database);

// Pauses the next transaction that writes the item {"TableName":"t","Key":{"pk":{"S":"a"}}}.
// Answers as PausesJson. Lifetime: `body` is not used after this returns.
void HoldTransaction(database::Database& database, const std::string& body, Loop& loop,
                     wire::Reply done);

// Resumes the transaction paused at the item and pauses no further one there. An empty body or {}
// resumes all. Answers {"released":1}.
void ReleaseTransactions(database::Database& database, const std::string& body, Loop& loop,
                         wire::Reply done);

}  // namespace stator::admin
