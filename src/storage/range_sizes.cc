#include "storage/range_sizes.h"

namespace stator::storage {

const RangeSizes* FindRangeSizes(const Engine& engine) {
  return dynamic_cast<const RangeSizes*>(&engine);
}

}  // namespace stator::storage
