#pragma once

#include <string>

#include "partiql/classic_request.h"

namespace stator::wire {

// Returns a classic request as a program would send it: {"operation":"Query","input":{…}}.
std::string ClassicRequestJson(const partiql::ClassicRequest& request);

}  // namespace stator::wire
