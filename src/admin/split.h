#pragma once

#include <string>
#include <string_view>

#include "api/split_table.h"
#include "base/loop.h"
#include "base/result.h"
#include "database/database.h"
#include "wire/response.h"

// Splitting partitions as the admin API speaks of it (docs/operating.md).
namespace stator::admin {

// {"index":"i","partition":1,"key":{"pk":{"S":"a"}}}, any or all left out, or nothing at all.
// ValidationException with one sentence for anything else.
Result<api::SplitRequest> ReadSplitRequest(const std::string& json);

// Splits a partition as a request's body says, and answers with the partitions there are then
// (partitions.h), or with a message. `body` is read before this returns.
void SplitTable(database::Database& database, std::string_view table, const std::string& body,
                Loop& loop, wire::Reply done);

}  // namespace stator::admin
