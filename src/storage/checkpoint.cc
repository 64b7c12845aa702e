#include "storage/checkpoint.h"

namespace stator::storage {

Checkpoint* FindCheckpoint(Engine& engine) { return dynamic_cast<Checkpoint*>(&engine); }

}  // namespace stator::storage
