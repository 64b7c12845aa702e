#pragma once

#include <string>
#include <string_view>

#include "base/loop.h"
#include "catalog/table.h"
#include "database/database.h"
#include "wire/response.h"

// Partitions in the admin API (docs/operating.md).
namespace stator::admin {

// Returns {"table":"t","partitions":[…],"indexes":[{"index":"i","partitions":[…]}],"splits":[…]}.
// Partitions are in the order of their keys; splits begin with the oldest that is kept.
std::string PartitionsJson(database::Database& database, const catalog::Table& table);

// Answers with the partitions of a table, or with a message.
void ReadPartitions(database::Database& database, std::string_view table, Loop& loop,
                    wire::Reply done);

}  // namespace stator::admin
