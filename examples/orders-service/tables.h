#pragma once

#include "client/stator.h"

namespace service {

// Makes the model's tables where there are none, and waits until they can be used.
stator::client::Expected<void> MakeTables(stator::client::Connection& database);

}  // namespace service
