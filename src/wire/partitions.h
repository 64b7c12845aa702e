#pragma once

#include <string>
#include <string_view>

#include "api/database.h"
#include "base/loop.h"
#include "catalog/table.h"
#include "wire/response.h"

// Partitions as the admin API shows them (docs/operating.md).
namespace stator::wire {

// {"table":"t","partitions":[…],"indexes":[{"index":"i","partitions":[…]}],"splits":[…]}:
// partitions in the order of the keys they hold, splits from the oldest that is remembered to the
// newest.
std::string PartitionsJson(api::Context& context, const catalog::Table& table);

// Answers with the partitions of a table, or with a message.
void ReadPartitions(api::Database& database, std::string_view table, Loop& loop, Reply done);

}  // namespace stator::wire
