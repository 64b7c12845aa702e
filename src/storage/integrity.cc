#include "storage/integrity.h"

namespace stator::storage {

Integrity* FindIntegrity(Engine& engine) { return dynamic_cast<Integrity*>(&engine); }

}  // namespace stator::storage
