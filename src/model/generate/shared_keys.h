#pragma once

#include "model/generate/functions.h"

namespace stator::model::generate {

// Moves keys that consist of pieces out of the requests, which then refer to them by name. Each key
// is printed once, and requests become readable.
void ShareKeys(Program& program);

}  // namespace stator::model::generate
