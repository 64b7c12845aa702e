#pragma once

#include <string_view>

#include "database/database.h"
#include "wire/response.h"

namespace stator::admin {

// Answers {"status":"ok","version":"1.0"}. A server whose store refuses writes still reads, but it
// needs an operator. So it answers 503 with the status cannot-write, or damaged, and a reason.
wire::Response Health(database::Database& database, std::string_view version);

}  // namespace stator::admin
