#pragma once

#include <string>
#include <string_view>

#include "base/loop.h"
#include "catalog/table.h"
#include "database/database.h"
#include "wire/response.h"

// Partitions as the admin API shows them (docs/operating.md).
namespace stator::admin {

// {"table":"t","partitions":[…],"indexes":[{"index":"i","partitions":[…]}],"splits":[…]}:
// partitions in the order of the keys they hold, splits from the oldest that is remembered to the
// newest.
std::string PartitionsJson(database::Database& database, const catalog::Table& table);

// Answers with the partitions of a table, or with a message.
void ReadPartitions(database::Database& database, std::string_view table, Loop& loop,
                    wire::Reply done);

}  // namespace stator::admin
