#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/loop.h"
#include "base/result.h"
#include "catalog/table.h"
#include "database/database.h"
#include "wire/response.h"

// A table's capacity mode as the admin API speaks of it (docs/operating.md).
namespace stator::admin {

// {"mode":"off"}, observe or enforce; null: the server's. ValidationException with one sentence for
// anything else.
Result<std::optional<catalog::CapacityMode>> ReadCapacityMode(const std::string& json);

// Answers {"table":"t","mode":null,"effective":"observe"}: the table's own mode, and the one it
// has.
void ReadCapacity(database::Database& database, std::string_view table, Loop& loop,
                  wire::Reply done);

// Sets the table's own mode as a request's body says, and answers as above. `body` is read before
// this returns.
void SetCapacity(database::Database& database, std::string_view table, const std::string& body,
                 Loop& loop, wire::Reply done);

}  // namespace stator::admin
