#pragma once

#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// Heat in the admin API (docs/operating.md): what the partitions of a table or global index served,
// by second and by minute.
namespace stator::admin {

// Answers with the heat of a table. `query` may have the parameters index, from and to.
void ReadHeat(database::Database& database, std::string_view table, std::string_view query,
              Loop& loop, wire::Reply done);

}  // namespace stator::admin
