#pragma once

#include <memory>

#include "client/door.h"
#include "client/stator.h"
#include "database/database.h"

namespace stator::client {

// Opens a database in this process; `folder` empty: in memory. Errors: OpenFailure.
Expected<std::unique_ptr<Door>> OpenInProcess(const std::string& folder,
                                              const LocalOptions& options);

// Connects to a database that this process has open, for an operator's tool. Reads take no capacity
// and are counted nowhere, as docs/operating.md says of unmetered reads. Lifetime: `database`
// outlives the connection. Errors of the connection: InvalidRequest for operations that write.
Connection ConnectUnmetered(database::Database& database);

}  // namespace stator::client
