#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/database.h"
#include "base/loop.h"
#include "base/result.h"
#include "catalog/table.h"
#include "wire/response.h"

// A table's capacity mode as the admin API speaks of it (docs/operating.md).
namespace stator::wire {

// {"mode":"off"}, observe or enforce; null: the server's. ValidationException with one sentence for
// anything else.
Result<std::optional<catalog::CapacityMode>> ReadCapacityMode(const std::string& json);

// Answers {"table":"t","mode":null,"effective":"observe"}: the table's own mode, and the one it
// has.
void ReadCapacity(api::Database& database, std::string_view table, Loop& loop, Reply done);

// Sets the table's own mode as a request's body says, and answers as above. `body` is read before
// this returns.
void SetCapacity(api::Database& database, std::string_view table, const std::string& body,
                 Loop& loop, Reply done);

}  // namespace stator::wire
