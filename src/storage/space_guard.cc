#include "storage/space_guard.h"

namespace stator::storage {

bool IsLowOnSpace(const Engine& engine) {
  const auto* const guard = dynamic_cast<const SpaceGuard*>(&engine);
  return guard != nullptr && guard->is_low_on_space();
}

}  // namespace stator::storage
