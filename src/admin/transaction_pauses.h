#pragma once

#include <string>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// Holding transactions between prepare and commit as the admin API speaks of it
// (docs/operating.md).
namespace stator::admin {

// {"armed":1,"held":0}: rows that wait for a transaction, and transactions that are held.
std::string PausesJson(database::Database& database);

// The next transaction that writes the item {"TableName":"t","Key":{"pk":{"S":"a"}}} is to be held.
// Answers as PausesJson. `body` is read before this returns.
void HoldTransaction(database::Database& database, const std::string& body, Loop& loop,
                     wire::Reply done);

// Lets the transaction held at the item go on, and holds no further one there; with an empty body
// or {} all. Answers {"released":1}.
void ReleaseTransactions(database::Database& database, const std::string& body, Loop& loop,
                         wire::Reply done);

}  // namespace stator::admin
