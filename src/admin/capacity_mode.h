#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/loop.h"
#include "base/result.h"
#include "catalog/table.h"
#include "database/database.h"
#include "wire/response.h"

// A table's capacity mode in the admin API (docs/operating.md).
namespace stator::admin {

// Parses {"mode":"off"}, observe or enforce; null means the server's mode. Errors:
// ValidationException with one sentence for any other text.
Result<std::optional<catalog::CapacityMode>> ReadCapacityMode(const std::string& json);

// Answers {"table":"t","mode":null,"effective":"observe"}: the table's own mode and the effective
// one.
void ReadCapacity(database::Database& database, std::string_view table, Loop& loop,
                  wire::Reply done);

// Sets the table's own mode and answers like ReadCapacity. Lifetime: `body` is not used after this
// returns.
void SetCapacity(database::Database& database, std::string_view table, const std::string& body,
                 Loop& loop, wire::Reply done);

}  // namespace stator::admin
