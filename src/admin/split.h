#pragma once

#include <string>
#include <string_view>

#include "api/split_table.h"
#include "base/loop.h"
#include "base/result.h"
#include "database/database.h"
#include "wire/response.h"

// Splits of partitions in the admin API (docs/operating.md).
namespace stator::admin {

// Parses {"index":"i","partition":1,"key":{"pk":{"S":"a"}}}. Each member is optional, and so is the
// whole text. Errors: ValidationException with one sentence for any other text.
Result<api::SplitRequest> ReadSplitRequest(const std::string& json);

// Splits a partition as `body` asks, and answers with the new partitions (partitions.h) or a
// message. Lifetime: `body` is not used after this returns.
void SplitTable(database::Database& database, std::string_view table, const std::string& body,
                Loop& loop, wire::Reply done);

}  // namespace stator::admin
