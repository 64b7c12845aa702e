#pragma once

#include <memory>

#include "client/door.h"
#include "client/stator.h"

namespace stator::client {

// A database of this process's own; `folder` empty: in memory.
Expected<std::unique_ptr<Door>> OpenInProcess(const std::string& folder,
                                              const LocalOptions& options);

}  // namespace stator::client
