#pragma once

#include <memory>

#include "storage/engine.h"

namespace stator::storage {

// Opens an engine that keeps its entries in the process's memory. It never refuses a write;
// "durable" means "until the engine is destroyed".
std::unique_ptr<Engine> OpenMemory();

}  // namespace stator::storage
