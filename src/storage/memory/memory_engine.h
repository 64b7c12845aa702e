#pragma once

#include <memory>

#include "storage/engine.h"

namespace stator::storage {

// An engine whose entries live and die with the process. Never refuses a write; "durable" means
// "until the engine is destroyed".
std::unique_ptr<Engine> OpenMemory();

}  // namespace stator::storage
