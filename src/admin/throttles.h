#pragma once

#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

namespace stator::admin {

// Answers with the last throttles of a table and its indexes, the newest first. `query` has no
// parameters.
void ReadThrottles(database::Database& database, std::string_view table, std::string_view query,
                   Loop& loop, wire::Reply done);

}  // namespace stator::admin
