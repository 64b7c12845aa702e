#pragma once

#include "model/generate/functions.h"

namespace stator::model::generate {

// Takes the keys that are made of pieces out of the requests and leaves their names there, so that
// each is written down once and a request can be read.
void ShareKeys(Program& program);

}  // namespace stator::model::generate
