#pragma once

#include "client/stator.h"

namespace service {

// Creates the model's tables if they are missing, and waits until they are active.
stator::client::Expected<void> MakeTables(stator::client::Connection& database);

}  // namespace service
