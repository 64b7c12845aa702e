#pragma once

#include <memory>

#include "client/door.h"
#include "client/stator.h"

namespace stator::client {

// Opens a database in this process; `folder` empty: in memory. Errors: OpenFailure.
Expected<std::unique_ptr<Door>> OpenInProcess(const std::string& folder,
                                              const LocalOptions& options);

}  // namespace stator::client
